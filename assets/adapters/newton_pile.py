"""Newton 1.8 (pip install newton): a pile of twenty balls and twenty boxes, written as a trace for carom.

    python newton_pile.py pile.trace.jsonl.gz          (or with the numbers of bodies and steps: … 12 150)
    carom trace check pile.trace.jsonl.gz

It runs on the processor, too: no graphics card is needed.

What this adapter cannot give: features. Its forces are what the solver says of itself: an estimate, see its documentation.
The lines to copy into a program of one's own are the class Trace: it declares Newton's conventions and converts nothing.
"""
import gzip
import json
import math
import sys

import newton
import numpy as np
import warp as wp


class Trace:
    """Writes the bodies and the contacts of a Newton model; call step() after each step of the solver."""

    SHAPES = {
        newton.GeoType.PLANE: lambda s: {"plane": [0, 0, 1, 0]},
        newton.GeoType.SPHERE: lambda s: {"sphere": s[0]},
        newton.GeoType.BOX: lambda s: {"box": s},
    }

    def __init__(self, model, state, dt, path):
        self.model, self.dt, self.count = model, dt, 0
        self.out = gzip.open(path, "wt") if path.endswith(".gz") else open(path, "w")
        self.write({
            "trace": 1, "engine": f"Newton {newton.__version__} (XPBD)", "up": "z", "quat": "xyzw", "normal": "a_to_b",
            "poses": "after", "impulse": "N", "dt": dt, "gravity": model.gravity.numpy()[0].tolist(),
        })
        kinds, sizes, places = model.shape_type.numpy(), model.shape_scale.numpy(), model.shape_transform.numpy()
        self.owners = model.shape_body.numpy().tolist()
        masses, frictions = model.body_mass.numpy(), model.shape_material_mu.numpy()
        # Copied: a step of the solver may write into the state before it.
        self.poses = state.body_q.numpy().copy()
        # Shapes of no body (-1) belong to the world that stands still.
        for body in range(-1, model.body_count):
            shapes = [s for s, owner in enumerate(self.owners) if owner == body]
            if not shapes:
                continue
            self.write({
                "body": body, "name": "world" if body < 0 else model.body_label[body],
                "motion": "static" if body < 0 else "dynamic",
                "shapes": [self.shape(kinds[s], sizes[s], places[s]) for s in shapes],
                "mass": None if body < 0 else float(masses[body]), "friction": float(frictions[shapes[0]]),
                "pose": [0, 0, 0, 0, 0, 0, 1] if body < 0 else self.poses[body].tolist(),
            })

    def shape(self, kind, size, place):
        shape = self.SHAPES[newton.GeoType(int(kind))]([float(s) for s in size])
        return {**shape, "at": place[:3].tolist(), "turn": place[3:].tolist()}

    def step(self, state, contacts, forces):
        """The state after a step, the contacts that were found at the poses before it, and the forces at these."""
        self.count += 1
        count = int(contacts.rigid_contact_count.numpy()[0])
        read = lambda array: array.numpy()[:count]
        shapes = zip(read(contacts.rigid_contact_shape0).tolist(), read(contacts.rigid_contact_shape1).tolist())
        places = zip(read(contacts.rigid_contact_point0), read(contacts.rigid_contact_point1))
        margins = zip(read(contacts.rigid_contact_margin0), read(contacts.rigid_contact_margin1))
        poses, rows = self.poses, []
        normals, pushes = read(contacts.rigid_contact_normal), read(forces)[:, :3]
        for pair, normal, local, margin, push in zip(shapes, normals, places, margins, pushes):
            bodies = [self.owners[shape] for shape in pair]
            # Each point lies in its body and, of a round shape, in its core: a margin below the surface.
            world = [p if b < 0 else turned(poses[b][3:], p) + poses[b][:3] for b, p in zip(bodies, local)]
            world = [world[0] + margin[0] * normal, world[1] - margin[1] * normal]
            middle, gap = 0.5 * (world[0] + world[1]), float(normal @ (world[1] - world[0]))
            # The force is the one on the first body; a trace tells what the second is pushed by.
            push = -push
            along = float(push @ normal)
            rows.append([*bodies, normal.tolist(), [[*middle.tolist(), gap, along, *(push - along * normal).tolist()]]])
        self.poses, velocities = state.body_q.numpy().copy(), state.body_qd.numpy()
        moved = [[body, *self.poses[body].tolist(), *velocities[body].tolist()] for body in range(self.model.body_count)]
        self.write({"step": self.count, "t": self.count * self.dt, "b": moved, "c": rows})

    def write(self, line):
        self.out.write(json.dumps({k: nine(v) for k, v in line.items() if v is not None}) + "\n")

    def close(self):
        self.out.close()


def turned(turn, point):
    """A vector turned by a quaternion, real part last."""
    across = 2 * np.cross(turn[:3], point)
    return point + turn[3] * across + np.cross(turn[:3], across)


def nine(value):
    """Nine digits: all that single precision has, and half the length."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    return [nine(one) for one in value] if isinstance(value, list) else value


def starts(count):
    """Where boxes (even) and balls (odd) of the pile begin, the same in every adapter: place, then axis and angle."""
    spread = lambda k: k * 0.6180339887498949 % 1.0
    for i in range(count):
        u = [spread(7 * i + j) for j in range(1, 7)]
        place = [0.7 * (i % 2) - 0.45 + 0.2 * u[0], 0.7 * (i // 2 % 2) - 0.45 + 0.2 * u[1], 0.5 + 0.6 * (i // 4)]
        axis = [x - 0.5 for x in u[2:5]]
        yield place, [x / math.hypot(*axis) for x in axis], math.pi * u[5]


def pile(count):
    """Balls and boxes above a plane."""
    builder = newton.ModelBuilder()
    builder.default_shape_cfg.mu = 0.5
    builder.add_ground_plane()
    for index, (place, axis, angle) in enumerate(starts(count)):
        turn = [*(part * math.sin(angle / 2) for part in axis), math.cos(angle / 2)]
        body = builder.add_body(xform=wp.transform(place, turn), label=f"{'ball' if index % 2 else 'box'} {index}")
        if index % 2:
            builder.add_shape_sphere(body, radius=0.2)
        else:
            builder.add_shape_box(body, hx=0.25, hy=0.15, hz=0.2)
    return builder.finalize()


if __name__ == "__main__":
    path, count, steps = [*sys.argv[1:], *["newton.trace.jsonl.gz", "40", "300"][len(sys.argv) - 1:]]
    model = pile(int(count))
    solver = newton.solvers.SolverXPBD(model)
    collisions = newton.CollisionPipeline(model)
    before, after, control, contacts = model.state(), model.state(), model.control(), collisions.contacts()
    told = solver.observables({solver.ObservableKind.CONTACT_F}, contacts=contacts)
    dt = 1 / 120
    trace = Trace(model, before, dt, path)
    for _ in range(int(steps)):
        before.clear_forces()
        collisions.collide(before, contacts)
        solver.step(before, after, control, contacts, dt, observables=told)
        trace.step(after, contacts, told.contact_f)
        before, after = after, before
    trace.close()
