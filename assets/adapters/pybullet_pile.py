"""PyBullet 3.2 (pip install pybullet): a pile of twenty balls and twenty boxes, written as a trace for carom.

    python pybullet_pile.py pile.trace.jsonl.gz        (or with the numbers of bodies and steps, and
    restitution: … 12 150 0.6)
    carom trace check pile.trace.jsonl.gz

What this adapter cannot give: the poses at which contacts of its last sub-step were found when there are several; so it
asks for one sub-step. The lines to copy into a program of one's own are the class Trace: it declares Bullet's conventions
and converts nothing.
"""
import gzip
import json
import math
import sys

import pybullet as bullet


class Trace:
    """Writes bodies and contacts; add() each body, then call step() after each stepSimulation()."""

    def __init__(self, path, dt, gravity):
        self.dt, self.count, self.bodies = dt, 0, []
        self.out = gzip.open(path, "wt") if path.endswith(".gz") else open(path, "w")
        version = bullet.getAPIVersion()
        # A contact's normal stands on B and points to A; its forces act on A.
        self.write({
            "trace": 1, "engine": f"Bullet (pybullet API {version})", "up": "z", "quat": "xyzw", "normal": "b_to_a",
            "poses": "after", "impulse": "N", "dt": dt, "gravity": gravity, "restitution_rule": "multiply",
        })

    def add(self, body, name, shapes):
        info = bullet.getDynamicsInfo(body, -1)
        mass = info[0]
        place, turn = bullet.getBasePositionAndOrientation(body)
        self.write({
            "body": body, "name": name, "motion": "dynamic" if mass > 0 else "static", "shapes": shapes,
            "mass": mass or None,
            "restitution": info[5], "friction": info[1], "pose": [*place, *turn],
        })
        if mass > 0:
            self.bodies.append(body)

    def step(self):
        self.count += 1
        rows = []
        for body in self.bodies:
            place, turn = bullet.getBasePositionAndOrientation(body)
            speed, spin = bullet.getBaseVelocity(body)
            rows.append([body, *place, *turn, *speed, *spin])
        contacts = []
        for c in bullet.getContactPoints():
            a, b, normal = c[1], c[2], c[7]
            point = [(p + q) / 2 for p, q in zip(c[5], c[6])]
            # On B: the friction forces are given as they act on A.
            friction = [-(c[10] * u + c[12] * v) for u, v in zip(c[11], c[13])]
            contacts.append([a, b, normal, [[*point, c[8], c[9], *friction]]])
        self.write({"step": self.count, "t": self.count * self.dt, "b": rows, "c": contacts})

    def write(self, line):
        self.out.write(json.dumps({k: nine(v) for k, v in line.items() if v is not None}) + "\n")

    def close(self):
        self.out.close()


def nine(value):
    """Nine digits: all that single precision has, and half the length."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    return [nine(one) for one in value] if isinstance(value, (list, tuple)) else value


def starts(count):
    """Where boxes (even) and balls (odd) of the pile begin, the same in every adapter: place, then axis and angle."""
    spread = lambda k: k * 0.6180339887498949 % 1.0
    for i in range(count):
        u = [spread(7 * i + j) for j in range(1, 7)]
        place = [0.7 * (i % 2) - 0.45 + 0.2 * u[0], 0.7 * (i // 2 % 2) - 0.45 + 0.2 * u[1], 0.5 + 0.6 * (i // 4)]
        axis = [x - 0.5 for x in u[2:5]]
        yield place, [x / math.hypot(*axis) for x in axis], math.pi * u[5]


if __name__ == "__main__":
    path, count, steps, bounce = [*sys.argv[1:], *["pybullet.trace.jsonl.gz", "40", "300", "0"][len(sys.argv) - 1:]]
    bullet.connect(bullet.DIRECT)
    dt, gravity = 1 / 120, [0, 0, -9.81]
    bullet.setGravity(*gravity)
    bullet.setPhysicsEngineParameter(fixedTimeStep=dt, numSubSteps=1)
    trace = Trace(path, dt, gravity)
    plane = bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
    bullet.changeDynamics(plane, -1, lateralFriction=0.5, restitution=float(bounce))
    trace.add(plane, "plane", [{"plane": [0, 0, 1, 0]}])
    for index, (place, axis, angle) in enumerate(starts(int(count))):
        turn = bullet.getQuaternionFromAxisAngle(axis, angle)
        if index % 2:
            shape, mass, form = bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=0.2), 33.51, {"sphere": 0.2}
        else:
            half = [0.25, 0.15, 0.2]
            shape, mass, form = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=half), 60.0, {"box": half}
        body = bullet.createMultiBody(mass, shape, basePosition=place, baseOrientation=turn)
        bullet.changeDynamics(body, -1, lateralFriction=0.5, restitution=float(bounce), linearDamping=0, angularDamping=0)
        trace.add(body, f"{'ball' if index % 2 else 'box'} {index}", [form])
    for _ in range(int(steps)):
        bullet.stepSimulation()
        trace.step()
    trace.close()
