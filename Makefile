# make deps    what the viewer and its tests need on Debian and Ubuntu; nothing elsewhere
# make run     build and open the viewer (SCENE=pyramid for another scene); without a display, draw a picture
# make test    every check

SCENE ?= first_bounce

.PHONY: deps run test

deps:
	@.ci/deps

run: deps
	cargo build --release --locked
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		target/release/carom $(SCENE); \
	else \
		echo "There is no display (DISPLAY and WAYLAND_DISPLAY are empty): drawing a picture instead."; \
		target/release/carom render $(SCENE) --at 1.5 --out target/carom.png; \
	fi

test: deps
	@.ci/stages
