#!/usr/bin/env python3
"""The page in a real browser, on both of its ways of drawing: `make test-web`.

Driven by Python's own library alone: a crate for it would bring an asynchronous runtime and a hundred others into the
tests of a program that has neither. What is checked is what a visitor does, by real events, and what the program logs.
"""

import argparse
import gzip
import pathlib
import struct
import sys
import time
from contextlib import closing

from browser import Browser, Failed, Quiet, Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "target/web"
# What comes over the wire from a server that packs what it sends, without the Chinese font (bytes).
MOST_BYTES = 4_300_000
CONTROL, SHIFT = 2, 8


def check(true, words):
    if not true:
        raise Failed(words)


def same(got, wanted, what):
    check(got == wanted, f"{what}: {got!r}, not {wanted!r}")


def sizes():
    """The program and what it needs for its first picture."""
    packed = {name: len(gzip.compress((PAGE / name).read_bytes(), 9)) for name in ("carom_bg.wasm", "carom.js", "index.html")}
    total = sum(packed.values())
    check(total <= MOST_BYTES, f"{total} bytes over the wire, more than {MOST_BYTES}: {packed}")
    text = "".join((PAGE / name).read_text() for name in ("index.html",))
    check("http://" not in text and "https://" not in text, "the page names an address elsewhere")
    return f"{total / 1e6:.2f} MB"


def loads(browser, server):
    """First picture, without an error and without a letter of Chinese."""
    Quiet.asked.clear()
    seconds = browser.open(server.address)
    line = browser.wait_for("first picture after")
    browser.frames(20)
    check(not any("NotoSans" in path for path in Quiet.asked), "the Chinese font is fetched though nobody speaks Chinese")
    return f"{seconds:.1f} s, {line}"


def hashes(browser, server):
    """Every scene comes to the bits that the desktop comes to."""
    browser.open(server.address + "?scene=stack")
    lines = [line.split() for line in (ROOT / "tests/snapshots/gallery_hashes.txt").read_text().splitlines() if line]
    start, equal = time.monotonic(), 0
    for scene, steps, wanted in lines:
        same(browser.evaluate(f"carom.hashAfter({scene!r}, {steps})"), wanted, f"{scene} after {steps} steps")
        equal += 1
    return f"{equal} of {len(lines)} equal, {time.monotonic() - start:.0f} s"


def command(browser, words):
    """A command by its name, as one types it."""
    browser.key("p", "KeyP", modifiers=CONTROL, virtual=80)
    browser.type(words)
    browser.key("Enter", "Enter", "\r", virtual=13)


def copied_link(browser):
    """The link that the window copies, and what it logs of it."""
    command(browser, "copy li")
    browser.frames(4)
    browser.key("Enter", "Enter", "\r", virtual=13)
    line = browser.wait_for("link copied")
    browser.frames(2)
    return browser.evaluate("navigator.clipboard.readText()"), line


def links(browser, server):
    """A link leads to the step, state and camera it was copied of, and to itself."""
    # Pictures are drawn by the processor: small ones come sooner.
    browser.resize(720, 480)
    browser.open(server.address + "?scene=first_bounce&step=45")
    # The first picture may come before the steps are done.
    browser.frames(30)
    browser.drag((200, 200), (280, 240))
    link, line = copied_link(browser)
    check("step 45" in line, line)
    wanted = browser.evaluate("carom.hashAfter('first_bounce', 45)")
    check(wanted in line, f"{line}, and step 45 has {wanted}")
    check(link.startswith(server.address + "?scene=first_bounce#s="), link)
    browser.open(link)
    browser.frames(30)
    again, told = copied_link(browser)
    same((again, told), (link, line), "the link of what a link opened")
    browser.resize(1280, 800)
    return f"{len(link)} bytes"


def hostile(browser, server):
    """A link that makes no sense shows the opening scene and a sentence."""
    for link, words in [
        ("?scene=%22%3E%3Cscript%3E", "there is no scene"),
        ("#s=AAAA", "damaged"),
        ("?scene=stack&step=999999999", "a link may ask for"),
        ("?trace=javascript:alert(1)", "no address of a trace"),
    ]:
        browser.open(server.address + link)
        line = browser.wait_for("the link was not followed")
        check(words in line, line)


def drop(browser, name, text):
    """A file dropped on the page."""
    browser.evaluate(
        f"""(() => {{ const data = new DataTransfer();
        data.items.add(new File([{text!r}], {name!r}));
        document.getElementById('carom').dispatchEvent(
            new DragEvent('drop', {{ bubbles: true, cancelable: true, dataTransfer: data }})); }})()"""
    )


SCENE = """name = "Dropped"
[[bodies]]
name = "ground"
shape = { quad = { half = [20.0, 20.0] } }
motion = "static"
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 2.0
position = [0.0, 0.5, 0.0]
restitution = 0.0
[camera]
target = [0.0, 0.5, 0.0]
distance = 6.0
"""


def hands(browser, server):
    """A scene is dropped, a mass changed by a real drag, undone, time stopped: what a visitor does."""
    browser.open(server.address + "?scene=stack")
    browser.frames(10)
    drop(browser, "mine.toml", SCENE)
    browser.wait_for("opened mine.toml")
    browser.listen(1)
    browser.key(" ", "Space", " ", virtual=32)
    browser.wait_for("paused at step")
    # Home of the camera: the ball lies in the middle of the picture.
    browser.key("F", "KeyF", "F", SHIFT, 70)
    browser.frames(5)
    browser.click(*BALL)
    browser.wait_for("selected ball")
    browser.listen(0.5)
    browser.drag(MASS, (MASS[0] + 60, MASS[1]))
    line = browser.wait_for("applied: mass of ball")
    browser.listen(0.3)
    browser.key("z", "KeyZ", modifiers=CONTROL, virtual=90)
    browser.wait_for("undone at step")
    drop(browser, "broken.toml", "name = 3")
    browser.wait_for("not opened")
    return line.removeprefix("applied: ")


# Where the ball lies in the picture, and its mass in the panel (CSS pixels of a page of 1280 by 800).
BALL, MASS = (478, 390), (1220, 202)


def chinese(browser, server):
    """The font comes when Chinese is spoken, and is spoken in a browser that speaks it."""
    browser.open(server.address + "?scene=stack")
    Quiet.asked.clear()
    command(browser, "change la")
    deadline = time.monotonic() + 30
    while not any("NotoSans" in path for path in Quiet.asked):
        check(time.monotonic() < deadline, "the Chinese font is not fetched")
        browser.frames(2)
    browser.listen(1)
    picture(browser, "chinese")
    browser.evaluate("localStorage.clear()")


def phone(browser, server):
    """A phone: one finger turns, two come nearer, a tap selects, one that rests looks around."""
    address, size = server.address + "?scene=first_bounce&step=45", (390, 844)
    # Pictures are drawn by the processor: fingers are tried on coarse pixels, a quarter of a desktop's.
    with closing(Browser(browser.graphics, size, scale=0.5, touch=True)) as coarse:
        coarse.open(address)
        coarse.frames(30)
        links = [copied_link(coarse)[0]]
        for what, strokes, rest in [
            ("one finger does not turn the picture", [((200, 500), (260, 530))], 0),
            ("two fingers do not come nearer", [((160, 550), (100, 550)), ((220, 550), (290, 550))], 0),
            ("a finger that rests does not look around", [((200, 500), (230, 500))], 1.5),
        ]:
            coarse.touch(*strokes, rest=rest)
            links.append(copied_link(coarse)[0])
            check(links[-1] != links[-2], what)
        check(not coarse.errors, f"errors on the console: {coarse.errors}")
    with closing(Browser(browser.graphics, size, scale=2, touch=True)) as fine:
        fine.open(address)
        fine.frames(8)
        # Numbers and settings: the sign at the right end of the line below the picture.
        fine.note_pointers()
        before = picture(fine, "phone")
        fine.tap(SHEET)
        deadline = time.monotonic() + 30
        while picture(fine, "phone-sheet") == before:
            check(time.monotonic() < deadline, f"a tap does not open the sheet; the canvas felt {fine.pointers()}")
            fine.frames(2)
        check(not fine.errors, f"errors on the console: {fine.errors}")


# The sign that opens the sheet of a phone (CSS pixels).
SHEET = (363, 780)


def tablet(browser, server):
    """A tablet: all panels beside the picture."""
    browser.resize(1024, 768, touch=True)
    browser.open(server.address + "?scene=first_bounce&step=45")
    browser.frames(20)
    picture(browser, "tablet")
    browser.resize(1280, 800)


def embedded(browser, server):
    """The picture with its transport, within another page."""
    browser.open(server.address + "?scene=pyramid&embed=1&step=30")
    browser.frames(20)
    picture(browser, "embedded")


def screenshot(browser, server):
    """The program's own picture is the desktop's, in the theme that the browser prefers."""
    told = [pictured(browser, server, theme) for theme in ("dark", "light")]
    browser.prefer("light")
    return ", ".join(told)


def pictured(browser, server, theme):
    for old in browser.downloads.iterdir():
        old.unlink()
    browser.prefer(theme)
    browser.open(server.address + "?scene=stack&step=60")
    browser.frames(30)
    browser.key("F12", "F12", virtual=123)
    browser.wait_for("picture carom-stack-60.png")
    path, deadline = browser.downloads / "carom-stack-60.png", time.monotonic() + 30
    while not path.exists():
        check(time.monotonic() < deadline, "the picture is not downloaded")
        browser.listen(0.1)
    data = path.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    return f"{theme} {width} x {height}, " + compare(browser, data, width, height, theme)


def compare(browser, data, width, height, theme):
    """How many of its pixels are not the desktop's, told by the browser itself."""
    import base64
    import subprocess

    programs = [ROOT / "target" / kind / "carom" for kind in ("release", "debug")]
    programs = sorted((one for one in programs if one.exists()), key=lambda one: -one.stat().st_mtime)
    out = ROOT / "target/web-desktop.png"
    size = f"{width}x{height}"
    render = ["render", "stack", "--at", "1", "--size", size, "--theme", theme, "--out", out]
    # The newest may be the headless half, which cannot draw.
    drawn = any(subprocess.run([one, *render], capture_output=True).returncode == 0 for one in programs)
    check(drawn, "there is no carom that draws the desktop's picture: cargo build")
    pictures = [base64.b64encode(one).decode() for one in (data, out.read_bytes())]
    share = browser.evaluate(
        f"""(async () => {{
        const pixels = async (data) => {{
            const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
            const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
            canvas.drawImage(image, 0, 0);
            return canvas.getImageData(0, 0, image.width, image.height).data;
        }};
        const [a, b] = await Promise.all([{pictures[0]!r}, {pictures[1]!r}].map(pixels));
        let other = 0;
        for (let i = 0; i < a.length; i += 4)
            other += Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k]))) > 24;
        return other / (a.length / 4); }})()"""
    )
    check(share < 0.02, f"{100 * share:.2f} % of the pixels are not the desktop's")
    return f"{100 * share:.2f} % of the pixels differ from the desktop's"


def no_graphics(browser, server):
    """Where nothing draws, the page says so and shows pictures."""
    browser.open(server.address, wait_for="ended", seconds=30)
    browser.listen(1)
    seen = browser.evaluate("[...document.images].filter((image) => image.naturalWidth > 0).length")
    same(seen, 2, "pictures on the page that says why there is no program")
    text = browser.evaluate("document.getElementById('trouble').innerText")
    check("neither WebGPU nor WebGL 2" in text, text)
    check(not any("wasm" in path for path in Quiet.asked), "the program is fetched though it cannot draw")
    picture(browser, "no_graphics")


def picture(browser, name):
    """Kept for whoever wants to look at it."""
    return browser.picture(ROOT / f"target/web-{name}-{browser.graphics}.png")


BOTH = [loads, hashes, links, hostile, hands, screenshot, chinese, phone, tablet, embedded]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", help="the tests whose names contain this")
    arguments.add_argument("--graphics", choices=["webgpu", "webgl", "none"], help="this way of drawing alone")
    options = arguments.parse_args()
    print(f"{'over the wire':<28}{sizes()}")
    server, failed = Server(PAGE), 0
    plans = {"webgpu": BOTH, "webgl": BOTH, "none": [no_graphics]}
    for graphics, tests in plans.items():
        if options.graphics not in (None, graphics):
            continue
        browser = Browser(graphics)
        Quiet.asked.clear()
        try:
            for test in tests:
                if options.only and options.only not in test.__name__:
                    continue
                start = time.monotonic()
                try:
                    told = test(browser, server)
                    check(not browser.errors, f"errors on the console: {browser.errors}")
                    print(f"{graphics + ' ' + test.__name__:<28}ok  {time.monotonic() - start:.0f} s  {told or ''}", flush=True)
                except Failed as error:
                    failed += 1
                    picture(browser, f"failed-{test.__name__}")
                    browser.errors.clear()
                    print(f"{graphics + ' ' + test.__name__:<28}FAILED  {error}", flush=True)
        finally:
            browser.close()
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
