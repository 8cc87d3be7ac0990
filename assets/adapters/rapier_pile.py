"""rapier3d 0.36 (pip install rapier3d): a pile of twenty balls and twenty boxes, written as a trace for carom.

    python rapier_pile.py pile.trace.jsonl.gz          (or with the numbers of bodies and steps: … 12 150)
    carom trace check pile.trace.jsonl.gz

With a fourth word, `fresh`, contacts are found anew in each step instead of being kept while two bodies hardly move.
What this adapter cannot give: friction impulses, whose directions rapier keeps to itself. The lines to copy into a program
of one's own are the class Trace: it declares rapier's conventions and converts nothing.
"""
import gzip
import json
import math
import sys
from importlib.metadata import version

import rapier3d as rapier


class Trace:
    """Writes bodies and contacts; add() each body, then call step() after each step of the world."""

    def __init__(self, path, world):
        self.world, self.count, self.before = world, 0, {}
        self.out = gzip.open(path, "wt") if path.endswith(".gz") else open(path, "w")
        self.dt = world.integration_parameters.dt
        self.write({
            "trace": 1, "engine": f"rapier3d {version('rapier3d')} (Python)", "up": "z", "quat": "xyzw", "normal": "a_to_b",
            "poses": "after", "impulse": "N*s", "dt": self.dt, "gravity": [*world.gravity],
        })

    def add(self, handle, name, shapes):
        body = self.world.rigid_bodies[handle]
        collider = self.world.colliders[body.colliders[0]]
        self.write({
            "body": handle.index, "name": name, "motion": "static" if body.is_fixed else "dynamic", "shapes": shapes,
            "mass": None if body.is_fixed else body.mass, "restitution": collider.restitution,
            "friction": collider.friction, "pose": self.pose(body),
        })
        self.before[handle.index] = body.position

    def pose(self, body):
        turn = body.rotation
        return [*body.translation, turn.i, turn.j, turn.k, turn.w]

    def step(self):
        self.count += 1
        bodies = [(handle.index, body) for handle, body in self.world.rigid_bodies]
        rows = [[i, *self.pose(body), *body.linvel, *body.angvel] for i, body in bodies if body.is_dynamic]
        contacts = []
        for pair in self.world.narrow_phase.contact_pairs():
            for manifold in pair.manifolds:
                if not manifold.data.solver_contacts:
                    continue
                a, b = manifold.data.rigid_body1.index, manifold.data.rigid_body2.index
                # What a point had when the solver used it last stays with it: only those that it uses now count.
                used = {contact.contact_id for contact in manifold.data.solver_contacts}
                points = []
                for index, point in enumerate(manifold.points):
                    # Points stand in the axes of the shapes, here those of the bodies, where they were before the step.
                    p, q = self.before[a].transform_point(point.local_p1), self.before[b].transform_point(point.local_p2)
                    points.append([*[(u + v) / 2 for u, v in zip(p, q)], point.dist, point.impulse * (index in used)])
                contacts.append([a, b, [*manifold.data.normal], points])
        self.write({"step": self.count, "t": self.count * self.dt, "b": rows, "c": contacts})
        self.before = {i: body.position for i, body in bodies}

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
    path, count, steps, kept = [*sys.argv[1:], *["rapier.trace.jsonl.gz", "40", "300", "kept"][len(sys.argv) - 1:]]
    world = rapier.PhysicsWorld(gravity=(0.0, 0.0, -9.81))
    world.integration_parameters.dt = 1 / 120
    world.integration_parameters.contact_recycling = kept != "fresh"
    trace = Trace(path, world)
    ground = rapier.Collider.cuboid(20.0, 20.0, 0.5).friction(0.5).restitution(0.0)
    ground = world.add_body(rapier.RigidBody.fixed().translation((0.0, 0.0, -0.5)), [ground])
    trace.add(ground, "ground", [{"box": [20, 20, 0.5]}])
    for index, (place, axis, angle) in enumerate(starts(int(count))):
        turn = [x * angle for x in axis]
        if index % 2:
            collider, form = rapier.Collider.ball(0.2), {"sphere": 0.2}
        else:
            collider, form = rapier.Collider.cuboid(0.25, 0.15, 0.2), {"box": [0.25, 0.15, 0.2]}
        body = rapier.RigidBody.dynamic().translation(place).rotation(turn).can_sleep(False)
        body = world.add_body(body, [collider.density(1000.0).friction(0.5).restitution(0.0)])
        trace.add(body, f"{'ball' if index % 2 else 'box'} {index}", [form])
    for _ in range(int(steps)):
        world.step()
        trace.step()
    trace.close()
