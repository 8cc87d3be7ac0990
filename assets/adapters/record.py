#!/usr/bin/env python3
"""Records the pile with every engine that can be had here, checks it with carom and writes the table: `make traces`.

What it needs (Python packages, npm packages, a crate) is installed into target/traces and nowhere else. The long recordings
lie there; short ones of twelve bodies, for the gallery and the tests, are written into assets/traces when it is called with
--samples, and some that bounce into tests/suite/bouncing. Last, MuJoCo in a process of its own is halted by a condition.
"""
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "assets/adapters"
WORK = ROOT / "target/traces"

# The name of a recording, what is said of it, how it is run (after it: a path, bodies, steps) and further words.
PYTHON, NODE, RAPIER = [WORK / "venv/bin/python"], ["node"], [WORK / "rapier/target/release/rapier_pile"]
RECORDINGS = [
    ("mujoco", "MuJoCo {}", [*PYTHON, HERE / "mujoco_pile.py"], []),
    ("newton", "Newton {}", [*PYTHON, HERE / "newton_pile.py"], []),
    ("rapier", "rapier {}", RAPIER, []),
    ("rapier_fresh", "rapier {}, contact recycling off", RAPIER, ["fresh"]),
    ("jolt", "Jolt (bindings {})", [*NODE, WORK / "npm/jolt_pile.mjs"], []),
    ("jolt_sharp", "Jolt (bindings {}), convex radius 0", [*NODE, WORK / "npm/jolt_pile.mjs"], ["0"]),
    ("bullet", "Bullet (pybullet {})", [*PYTHON, HERE / "pybullet_pile.py"], []),
    ("cannon", "cannon-es {}", [*NODE, WORK / "npm/cannon_pile.mjs"], []),
]
VERSIONS = {
    "mujoco": "4.0.0", "newton": "1.8.0", "rapier": "0.36.1", "rapier_fresh": "0.36.1", "jolt": "1.1.0", "jolt_sharp": "1.1.0",
    "bullet": "3.2.7", "cannon": "0.20.0",
}
# Those that have restitution, and the word for it.
BOUNCING, RESTITUTION = ["rapier_fresh", "jolt_sharp", "bullet", "cannon"], "0.6"
PAGES = {
    "en": ("engine", "contacts", "agrees or tie", "rounded", "stale", "wrong", "ball on an edge: 95 %, worst"),
    "zh": ("引擎", "接触", "相符或并列", "倒圆", "过时", "错误", "球在棱上：95 %，最差"),
}


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def install():
    WORK.mkdir(parents=True, exist_ok=True)
    if not PYTHON[0].exists():
        run(sys.executable, "-m", "venv", WORK / "venv")
    packages = [("mujoco", "mujoco"), ("newton", "newton"), ("pybullet", "bullet")]
    run(*PYTHON, "-m", "pip", "install", "--quiet", *(f"{name}=={VERSIONS[key]}" for name, key in packages))
    npm = WORK / "npm"
    npm.mkdir(exist_ok=True)
    (npm / "package.json").write_text('{"private":true,"type":"module"}')
    run("npm", "install", "--silent", "--no-audit", "--no-fund", f"jolt-physics@{VERSIONS['jolt']}",
        f"cannon-es@{VERSIONS['cannon']}", cwd=npm)
    for adapter in ("jolt_pile.mjs", "cannon_pile.mjs"):
        shutil.copy(HERE / adapter, npm)
    crate = WORK / "rapier"
    (crate / "src").mkdir(parents=True, exist_ok=True)
    (crate / "Cargo.toml").write_text(
        '[package]\nname = "rapier_pile"\nversion = "0.0.0"\nedition = "2024"\n\n'
        f'[dependencies]\nrapier3d = "={VERSIONS["rapier"]}"\n\n[workspace]\n'
    )
    shutil.copy(HERE / "rapier_pile.rs", crate / "src/main.rs")
    run("cargo", "build", "--release", "--quiet", cwd=crate)
    run("cargo", "build", "--release", "--quiet", "--no-default-features", "--bin", "carom", cwd=ROOT)


def record(path, program, bodies, steps, words):
    """Writes a recording, packed, whatever its engine's adapter can."""
    plain = path.with_suffix("")
    run(*program, plain, bodies, steps, *words, stdout=subprocess.DEVNULL)
    with open(plain, "rb") as text, open(path, "wb") as out:
        # No time of day: the same recording is the same file.
        with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=9, mtime=0, filename="") as packed:
            shutil.copyfileobj(text, packed)
    plain.unlink()


def checked(path):
    words = [ROOT / "target/release/carom", "trace", "check", path, "--json"]
    return json.loads(run(*words, capture_output=True, text=True).stdout)


def row(title, report):
    verdicts, all_of = report["verdicts"], report["contacts"]
    share = lambda *names: f"{100 * sum(verdicts.get(name, 0) for name in names) / all_of:.1f} %"
    rounding = report["rounding"]
    rounded = share("rounded") + (f" ({rounding['radius_mm']:.1f} mm)" if rounding else "")
    edges = [p["angle_deg"] for p in report["pairs"] if "sphere" in p["pair"] and "box" in p["pair"] and p["feature"] == "edge"]
    edge = f"{edges[0]['p95']:.2f}°, {edges[0]['worst']:.1f}°" if edges else "–"
    wrong = share("wrong", "off_surface", "reversed")
    return [title, f"{all_of:,}", share("agrees", "tie"), rounded, share("stale"), wrong, edge]


def write_table(path, head, rows):
    """Puts the table in the place of the one that the file has."""
    lines = ["| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *rows]]
    text = path.read_text()
    table = re.compile(r"^\|.*\|\n\|[- |]*\|\n(\|.*\|\n)*", re.M)
    old = [match for match in table.finditer(text) if match.group().startswith(lines[0] + "\n")]
    if len(old) != 1:
        sys.exit(f"{path} has {len(old)} tables that begin with {lines[0]}")
    path.write_text(text[: old[0].start()] + "\n".join(lines) + "\n" + text[old[0].end() :])


def samples():
    """The short recordings that lie in the repository."""
    for name, _, program, words in RECORDINGS:
        path = ROOT / f"assets/traces/{name}.trace.jsonl.gz"
        record(path, program, 12, 150, words)
        print(f"{name:<14}{path.stat().st_size:>8} bytes")
        if name in BOUNCING:
            record(ROOT / f"tests/suite/bouncing/{name}.trace.jsonl.gz", program, 8, 110, [*words, RESTITUTION])


def halt():
    """MuJoCo in a process of its own must stand at the very step at which a condition holds in carom."""
    condition = "touching(world, 'ball 1')"
    words = [ROOT / "target/release/carom", "listen", "127.0.0.1:0", "--no-window", "--json", "--pause-when", condition]
    listening = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # Where it waits is the first thing that it says.
    address = listening.stderr.readline().split()[-1]
    engine = [*PYTHON, HERE / "mujoco_pile.py", address, "40", "300"]
    engine = subprocess.run([str(word) for word in engine], capture_output=True, text=True)
    summary = json.loads(listening.communicate()[0])
    step = summary["stopped_at"]["step"]
    # The same condition on the recording of the same pile.
    words = [ROOT / "target/release/carom", "run", WORK / "mujoco.trace.jsonl.gz", "--json", "--pause-when", condition]
    recorded = json.loads(run(*words, capture_output=True, text=True).stdout)["stopped_at"]["step"]
    if engine.stderr.strip() != f"halted after step {step}" or not 1 < step < 300 or step != recorded:
        sys.exit(f"carom stopped at step {step}, of a recording at {recorded}; MuJoCo said: {engine.stderr}")
    print(f"MuJoCo was halted at step {step}, at which {condition} holds first")


def main():
    install()
    os.environ["PYTHONWARNINGS"] = "ignore"
    if "--samples" in sys.argv:
        samples()
    rows = []
    for name, title, program, words in RECORDINGS:
        path = WORK / f"{name}.trace.jsonl.gz"
        record(path, program, 40, 300, words)
        rows.append(row(title.format(VERSIONS[name]), checked(path)))
        print("  ".join(rows[-1]))
    write_table(HERE / "README.md", PAGES["en"], rows)
    for language, head in PAGES.items():
        write_table(ROOT / f"assets/guide/{language}/engines.md", head, rows)
    halt()


if __name__ == "__main__":
    main()
