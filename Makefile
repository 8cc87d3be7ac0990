# make deps    what the viewer and all its tests need on Debian and Ubuntu (each target installs its own part); nothing elsewhere
# make run     build and open the viewer (SCENE=pyramid for another scene); without a display, draw a picture
# make test    format and tests
# make check   all else that has to hold: lints, documentation, truths in full, the same bits in a release build, the page
#              built and in a browser, a minute of fuzzing for each reader
# make web     build the page for browsers in target/web: any server of files can publish that folder
# make web-serve   show it on http://localhost:8080 (needs python3; PORT=8000 for another port)
# make test-web    the page in a real browser, headless
# make soak        millions of steps watched, and kills during every kind of save (STEPS=13000000, KILLS=1000)
# make soak-window random hands, lost devices and kills in a real window (EVENTS=10000, LOSSES=50, KILLS=1000, SEED=2)
# make fuzz    mutated files, texts and lines against every reader, guided by the branches they reach; MINUTES=60 for each target
# make sanitize    races and unsafe code: loom, Miri, ThreadSanitizer (the last two need a nightly compiler)
# make traces  other engines record the same pile; it is checked and the guide's table written (needs python3, node, npm)
# make package     a Debian package and a tarball, in target/package
# make test-package    the package installed into a fresh Debian, used there, removed (as root)

SCENE ?= first_bounce
MINUTES ?= 1

.PHONY: deps run test check fuzz sanitize soak soak-window web web-serve test-web traces package test-package

deps:
	@.ci/deps displays browser

run:
	@.ci/deps
	cargo build --release --locked
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		target/release/carom $(SCENE); \
	else \
		echo "There is no display (DISPLAY and WAYLAND_DISPLAY are empty): drawing a picture instead."; \
		target/release/carom render $(SCENE) --at 1.5 --out target/carom.png; \
	fi

test:
	@.ci/deps displays
	@.ci/stages tests

check: deps
	@.ci/stages checks

fuzz:
	@.ci/deps
	@APP=1 .ci/fuzz $$(($(MINUTES) * 60))

sanitize:
	@.ci/deps
	@.ci/sanitize

web:
	@.ci/deps
	@.ci/web

web-serve:
	@.ci/web serve

test-web: web
	@.ci/deps browser
	@.ci/test-web

STEPS ?= 1000000
KILLS ?= 200
EVENTS ?= 1000
LOSSES ?= 10
SEED ?= 1

soak:
	@.ci/deps
	cargo bench --locked --no-default-features --bench soak -- $(STEPS)
	CAROM_KILLS=$(KILLS) cargo test --locked --test suite -- --nocapture kills::

soak-window:
	@.ci/deps displays
	CAROM_EVENTS=$(EVENTS) CAROM_LOSSES=$(LOSSES) CAROM_KILLS=$(KILLS) CAROM_SEED=$(SEED) \
		cargo test --locked --test window -- --nocapture endurance::

traces:
	@.ci/deps
	python3 assets/adapters/record.py

package:
	@.ci/deps
	@.ci/package

test-package: package
	@.ci/test-package
