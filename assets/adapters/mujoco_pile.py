"""MuJoCo 4.0 (pip install mujoco): a pile of twenty balls and twenty boxes, written as a trace for carom.

    python mujoco_pile.py pile.trace.jsonl.gz          (or with the numbers of bodies and steps: … 12 150)
    carom trace check pile.trace.jsonl.gz

Live: `carom listen`, then `python mujoco_pile.py 127.0.0.1:7447`. It waits for an answer after each step, so that a pause or
a condition in carom halts MuJoCo at that very step.

What this adapter cannot give: restitution (MuJoCo has none; its contacts are springs). Everything else is there.
The lines to copy into a program of one's own are the class Trace: it declares MuJoCo's conventions and converts nothing.
"""
import gzip
import json
import math
import socket
import sys

import mujoco
import numpy as np


class Trace:
    """Writes the bodies and the contacts of a MuJoCo model; call step() after each mj_step()."""

    SHAPES = {
        mujoco.mjtGeom.mjGEOM_PLANE: lambda s: {"plane": [0, 0, 1, 0]},
        mujoco.mjtGeom.mjGEOM_SPHERE: lambda s: {"sphere": s[0]},
        mujoco.mjtGeom.mjGEOM_BOX: lambda s: {"box": [s[0], s[1], s[2]]},
        # What lies along z here lies along y in a trace: a quarter turn about x, real part first.
        mujoco.mjtGeom.mjGEOM_CAPSULE: lambda s: {"capsule": [s[1], s[0]], "axis": "z"},
        mujoco.mjtGeom.mjGEOM_CYLINDER: lambda s: {"frustum": [s[0], s[0], s[1]], "axis": "z"},
    }

    def __init__(self, model, data, path):
        self.model, self.data, self.count = model, data, 0
        self.link = None
        if ":" in path:
            host, port = path.rsplit(":", 1)
            self.link = socket.create_connection((host, int(port)))
            self.out = self.link.makefile("w")
        else:
            self.out = gzip.open(path, "wt") if path.endswith(".gz") else open(path, "w")
        mujoco.mj_forward(model, data)
        self.write({
            "trace": 1, "engine": f"MuJoCo {mujoco.__version__}", "up": "z", "quat": "wxyz", "normal": "a_to_b",
            "poses": "after", "impulse": "N", "dt": model.opt.timestep, "ack": self.link is not None,
            "gravity": model.opt.gravity.tolist(),
        })
        for body in range(model.nbody):
            geoms = [g for g in range(model.ngeom) if model.geom_bodyid[g] == body]
            self.write({
                "body": body, "name": model.body(body).name, "motion": "dynamic" if model.body_dofnum[body] else "static",
                "shapes": [self.shape(g) for g in geoms], "mass": float(model.body_mass[body]),
                "friction": float(model.geom_friction[geoms[0]][0]) if geoms else None, "pose": self.pose(body),
            })

    def shape(self, geom):
        shape = self.SHAPES[mujoco.mjtGeom(self.model.geom_type[geom])](self.model.geom_size[geom].tolist())
        turn = self.model.geom_quat[geom].copy()
        if shape.pop("axis", None):
            mujoco.mju_mulQuat(turn, self.model.geom_quat[geom], np.array([0.5**0.5, 0.5**0.5, 0, 0]))
        return {**shape, "at": self.model.geom_pos[geom].tolist(), "turn": turn.tolist()}

    def pose(self, body):
        return [*self.data.xpos[body].tolist(), *self.data.xquat[body].tolist()]

    def step(self):
        model, data = self.model, self.data
        self.count += 1
        # A step ends with new positions and leaves what was computed from the old ones: forces first, then poses.
        contacts, force = [], np.zeros(6)
        for index in range(data.ncon):
            contact = data.contact[index]
            mujoco.mj_contactForce(model, data, index, force)
            frame = contact.frame.reshape(3, 3)
            friction = frame[1] * force[1] + frame[2] * force[2]
            point = [*contact.pos.tolist(), contact.dist, force[0], *friction.tolist()]
            bodies = [int(model.geom_bodyid[g]) for g in contact.geom]
            contacts.append([*bodies, frame[0].tolist(), [point]])
        mujoco.mj_kinematics(model, data)
        rows, velocity = [], np.zeros(6)
        for body in range(1, model.nbody):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, velocity, 0)
            rows.append([body, *self.pose(body), *self.velocity(body)])
        self.write({"step": self.count, "t": data.time, "b": rows, "c": contacts})
        if self.link:
            self.out.flush()
            if self.link.recv(1) != b"\n":
                sys.exit(f"halted after step {self.count}")

    def velocity(self, body):
        """Of a free body: its velocity stands in the world's axes, its spin in its own."""
        first = self.model.body_dofadr[body]
        speed, spin = self.data.qvel[first:first + 3], np.zeros(3)
        mujoco.mju_rotVecQuat(spin, self.data.qvel[first + 3:first + 6], self.data.xquat[body])
        return [*speed.tolist(), *spin.tolist()]

    def write(self, line):
        self.out.write(json.dumps({k: nine(v) for k, v in line.items() if v is not None}) + "\n")

    def close(self):
        self.out.close()


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
    bodies = ""
    for index, (place, axis, angle) in enumerate(starts(count)):
        x, y, z = place
        turn = " ".join(str(part) for part in [math.cos(angle / 2), *(part * math.sin(angle / 2) for part in axis)])
        shape = 'type="sphere" size="0.2"' if index % 2 else 'type="box" size="0.25 0.15 0.2"'
        bodies += f"""<body name="{'ball' if index % 2 else 'box'} {index}" pos="{x} {y} {z}" quat="{turn}">
            <freejoint/><geom {shape} density="1000" friction="0.5"/></body>"""
    return f"""<mujoco><option timestep="0.008333333" cone="elliptic"/><worldbody>
        <geom type="plane" size="5 5 0.1" friction="0.5"/>{bodies}</worldbody></mujoco>"""


if __name__ == "__main__":
    path, count, steps = [*sys.argv[1:], *["mujoco.trace.jsonl.gz", "40", "300"][len(sys.argv) - 1:]]
    model = mujoco.MjModel.from_xml_string(pile(int(count)))
    data = mujoco.MjData(model)
    trace = Trace(model, data, path)
    for _ in range(int(steps)):
        mujoco.mj_step(model, data)
        trace.step()
    trace.close()
