"""A headless Chromium, driven over its debugging protocol through a pipe: no more than Python itself is needed."""

import base64
import functools
import http.server
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import threading
import time

# The two ways of drawing, in software, so that any machine can try both; and a browser that has neither.
GRAPHICS = {
    "webgpu": [
        "--enable-unsafe-webgpu",
        "--enable-features=Vulkan,WebGPU",
        "--use-vulkan=swiftshader",
        "--use-webgpu-adapter=swiftshader",
        "--use-angle=swiftshader",
    ],
    "webgl": ["--disable-features=WebGPU", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    "none": ["--disable-features=WebGPU", "--disable-3d-apis", "--disable-gpu", "--disable-software-rasterizer"],
}


class Failed(Exception):
    """Something in the page is not as it should be."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that keeps what was asked for instead of printing it."""

    asked = []

    def log_message(self, *_):
        self.asked.append(self.path)


class Server:
    """Serves a folder on a free port of this machine."""

    def __init__(self, folder):
        handler = functools.partial(Quiet, directory=str(folder))
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


class Browser:
    """One browser with a profile of its own."""

    def __init__(self, graphics, size=(1280, 800), scale=1, touch=False):
        self.graphics = graphics
        self.profile = tempfile.mkdtemp(prefix="carom-web-")
        self.downloads = pathlib.Path(self.profile, "downloads")
        self.downloads.mkdir()
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise Failed("there is no chromium: on Debian, apt-get install chromium")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def pipes():
            # The protocol's pipe is at the descriptors 3 and 4.
            os.dup2(to_browser, 30), os.dup2(from_browser, 31)
            os.dup2(30, 3), os.dup2(31, 4)

        arguments = [
            program, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
            f"--window-size={size[0]},{size[1]}", "--hide-scrollbars", "--no-first-run", "--lang=en-US",
            "--disable-extensions", "--disable-background-networking", "--disable-component-update",
            f"--force-device-scale-factor={scale}", *GRAPHICS[graphics], "about:blank",
        ]
        self.process = subprocess.Popen(
            arguments, preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser), os.close(from_browser)
        self.count, self.buffer, self.answers = 0, b"", {}
        self.console, self.errors = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Page"):
            self.call(f"{domain}.enable")
        # A scale that is only emulated does not reach the pixels of a canvas: flags set it.
        self.resize(*size, touch=touch)
        self.root_call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
        self.root_call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end), os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)

    def root_call(self, method, **parameters):
        session, self.session = self.session, None
        try:
            return self.call(method, **parameters)
        finally:
            self.session = session

    def call(self, method, timeout=240, **parameters):
        """Asks the browser for something and waits for its answer."""
        return self.answer(self.send(method, **parameters), method, timeout)

    def send(self, method, **parameters):
        """Asks the browser for something; gives what its answer is waited for with."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        return self.count

    def answer(self, wanted, method, timeout=240):
        """Waits for the answer to what was sent."""
        deadline = time.monotonic() + timeout
        while wanted not in self.answers:
            self.read(deadline, method)
        answer = self.answers.pop(wanted)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def read(self, deadline, what):
        """Takes what the browser says, and notes what the page logs."""
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
            raise Failed(f"{what}: no answer. The page said last: {self.console[-6:]} {self.errors}")
        part = os.read(self.read_end, 1 << 16)
        if not part:
            raise Failed(f"{what}: the browser is gone")
        *messages, self.buffer = (self.buffer + part).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
                continue
            method, about = message.get("method"), message.get("params", {})
            if method == "Runtime.consoleAPICalled":
                text = " ".join(str(one.get("value", one.get("description", ""))) for one in about["args"])
                self.console.append(text)
                if about["type"] == "error":
                    self.errors.append(text)
            elif method == "Runtime.exceptionThrown":
                details = about["exceptionDetails"]
                text = details.get("exception", {}).get("description", details["text"])
                # winit leaves its first call so; the program goes on in events.
                if "not an actual error" not in text:
                    self.errors.append(text)
            elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
                self.errors.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")

    def listen(self, seconds):
        """Lets time pass and takes what is said meanwhile."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.evaluate("0")
            time.sleep(0.02)

    def evaluate(self, expression):
        """What an expression, or the promise of it, comes to in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failed(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def resize(self, width, height, touch=False):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=0, mobile=touch
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def prefer(self, theme):
        """The theme that pages are asked to have: "light" or "dark"."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])

    def open(self, address, wait_for="running", seconds=120):
        """Opens an address and waits for the first picture; the seconds until then."""
        self.console.clear()
        start = time.monotonic()
        # An address that differs in its fragment alone would not be loaded anew.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        deadline = start + seconds
        while self.evaluate("document.body?.dataset?.carom") != wait_for:
            if time.monotonic() > deadline:
                raise Failed(f"{address} does not come to be {wait_for}: {self.console[-6:]} {self.errors}")
            time.sleep(0.02)
        return time.monotonic() - start

    def wait_for(self, words, seconds=60):
        """Waits until the page has logged these words since it was asked last."""
        deadline = time.monotonic() + seconds
        while True:
            for index, line in enumerate(self.console):
                if words in line:
                    del self.console[: index + 1]
                    return line
            if time.monotonic() > deadline:
                raise Failed(f"the page never said {words!r}: {self.console[-8:]} {self.errors}")
            self.evaluate("0")
            time.sleep(0.02)

    def mouse(self, kind, x, y, button="none", buttons=0, clicks=0):
        self.call(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=clicks
        )

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.frames()
        # What is held down longer than a moment is no click, and pictures may take their time.
        self.mouse("mousePressed", x, y, "left", 1, 1)
        self.mouse("mouseReleased", x, y, "left", 0, 1)
        self.frames()

    def drag(self, start, end, steps=8):
        self.mouse("mouseMoved", *start)
        self.frames()
        self.mouse("mousePressed", *start, "left", 1, 1)
        for i in range(1, steps + 1):
            self.frames(1)
            self.mouse("mouseMoved", *(a + (b - a) * i / steps for a, b in zip(start, end)), "left", 1)
        self.frames()
        self.mouse("mouseReleased", *end, "left", 0, 1)
        self.frames()

    def touch(self, *strokes, steps=8, rest=0):
        """Fingers that go down together, each from a point to another, and up."""
        points = lambda t: [
            {"x": a[0] + (b[0] - a[0]) * t, "y": a[1] + (b[1] - a[1]) * t, "id": i} for i, (a, b) in enumerate(strokes)
        ]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points(0))
        self.frames()
        self.listen(rest)
        for i in range(1, steps + 1):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=points(i / steps))
            self.frames(1)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.frames()

    def tap(self, point):
        """A finger that is down for a moment, however long a picture takes."""
        method, points = "Input.dispatchTouchEvent", [{"x": point[0], "y": point[1], "id": 0}]
        # Both at once: the first is answered when the page has taken it, which may be some pictures later.
        sent = [self.send(method, type=kind, touchPoints=at) for kind, at in [("touchStart", points), ("touchEnd", [])]]
        for one in sent:
            self.answer(one, method)
        self.frames()

    def note_pointers(self):
        """From now on keeps what the canvas feels of mice and fingers, and when: what a failure is to be told from."""
        self.evaluate(
            """(() => { globalThis.felt = [];
            for (const kind of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu'])
                document.getElementById('carom').addEventListener(kind, (event) =>
                    felt.push(`${kind} (${event.clientX}, ${event.clientY}) at ${event.timeStamp.toFixed(0)} ms, ` +
                        `heard at ${performance.now().toFixed(0)} ms`)); })()"""
        )

    def pointers(self):
        return self.evaluate("felt")

    def frames(self, count=3):
        """Lets the page draw so many pictures."""
        self.evaluate(f"(async () => {{ for (let i = 0; i < {count}; i++) await new Promise(requestAnimationFrame) }})()")

    def key(self, key, code, text="", modifiers=0, virtual=0):
        common = {"key": key, "code": code, "modifiers": modifiers, "windowsVirtualKeyCode": virtual}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        held = [one for one in (("Control", 2, 17), ("Shift", 8, 16)) if modifiers & one[1]]
        for name, bit, number in held:
            one = {"key": name, "code": f"{name}Left", "windowsVirtualKeyCode": number, "location": 1}
            self.call("Input.dispatchKeyEvent", type="rawKeyDown", modifiers=bit, **one)
            self.frames(1)
        self.call("Input.dispatchKeyEvent", **down, **common)
        self.frames(1)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)
        for name, _, number in held:
            one = {"key": name, "code": f"{name}Left", "windowsVirtualKeyCode": number, "location": 1}
            self.call("Input.dispatchKeyEvent", type="keyUp", modifiers=0, **one)
        self.frames(1)

    def type(self, text):
        for letter in text:
            self.key(letter, f"Key{letter.upper()}" if letter.isalpha() else "Space", letter, 0, ord(letter.upper()))

    def picture(self, path):
        """What the browser shows, as PNG: kept in a file, and given back."""
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        pathlib.Path(path).write_bytes(data)
        return data
