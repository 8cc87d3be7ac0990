// cannon-es 0.20 (npm install cannon-es): a pile of balls and boxes, written as a trace for carom.
//
//     node cannon_pile.mjs pile.trace.jsonl.gz        (or with the numbers of bodies and steps, and
//     restitution: … 12 150 0.6)
//     carom trace check pile.trace.jsonl.gz
//
// What this adapter cannot give: which part of a body is touched; cannon-es does not keep it. The lines to copy into a
// program of one's own are the class Trace: it declares cannon-es' conventions and converts nothing.
import { createWriteStream, readFileSync } from "node:fs";
import { createGzip } from "node:zlib";
import * as CANNON from "cannon-es";

class Trace {
    // add() each body, then call step() after each world.step().
    constructor(path, world, dt) {
        this.world = world;
        this.count = 0;
        this.dt = dt;
        this.file = createWriteStream(path);
        this.out = path.endsWith(".gz") ? createGzip() : this.file;
        if (this.out !== this.file) this.out.pipe(this.file);
        const version = JSON.parse(readFileSync(new URL("../package.json", import.meta.resolve("cannon-es")))).version;
        // Multipliers of equations are forces; normals point from the first body to the second.
        this.write({
            trace: 1, engine: `cannon-es ${version}`, up: "z", quat: "xyzw", normal: "a_to_b", poses: "after", impulse: "N", dt,
            gravity: world.gravity.toArray(),
        });
    }

    add(body, name, shapes) {
        const isStatic = body.type === CANNON.Body.STATIC;
        this.write({
            body: body.id, name, motion: isStatic ? "static" : "dynamic", shapes, mass: isStatic ? undefined : body.mass,
            friction: this.world.defaultContactMaterial.friction, restitution: this.world.defaultContactMaterial.restitution,
            pose: [...body.position.toArray(), ...body.quaternion.toArray()],
        });
    }

    step() {
        const rows = this.world.bodies.filter((body) => body.type !== CANNON.Body.STATIC).map((body) => [
            body.id, ...body.position.toArray(), ...body.quaternion.toArray(),
            ...body.velocity.toArray(), ...body.angularVelocity.toArray(),
        ]);
        // Friction has equations of its own, two a contact: each goes with the first contact of its bodies.
        const friction = new Map();
        for (const { bi, bj, t, multiplier } of this.world.frictionEquations) {
            const key = `${bi.id} ${bj.id}`;
            const sum = friction.get(key) ?? [0, 0, 0];
            friction.set(key, sum.map((part, axis) => part + multiplier * t.toArray()[axis]));
        }
        const contacts = this.world.contacts.map(({ bi, bj, ri, rj, ni, multiplier }) => {
            // The contacts were found before the bodies moved.
            const [a, b] = [[bi, ri], [bj, rj]].map(([body, arm]) => {
                const place = body.type === CANNON.Body.STATIC ? body.position : body.previousPosition;
                return place.vadd(arm);
            });
            const key = `${bi.id} ${bj.id}`;
            const force = friction.get(key) ?? [0, 0, 0];
            friction.delete(key);
            const place = a.vadd(b).scale(0.5).toArray();
            return [bi.id, bj.id, ni.toArray(), [[...place, b.vsub(a).dot(ni), multiplier, ...force]]];
        });
        this.count += 1;
        this.write({ step: this.count, t: this.count * this.dt, b: rows, c: contacts });
    }

    write(line) {
        // Nine digits: all that single precision has, and half the length.
        this.out.write(JSON.stringify(line, (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value)) + "\n");
    }

    close() {
        this.out.end();
    }
}

// Where boxes (even) and balls (odd) of the pile begin, the same in every adapter: place, then axis and angle.
function* starts(count) {
    const spread = (k) => (k * 0.6180339887498949) % 1;
    for (let i = 0; i < count; i++) {
        const u = [1, 2, 3, 4, 5, 6].map((j) => spread(7 * i + j));
        const place = [
            0.7 * (i % 2) - 0.45 + 0.2 * u[0], 0.7 * (Math.floor(i / 2) % 2) - 0.45 + 0.2 * u[1], 0.5 + 0.6 * Math.floor(i / 4),
        ];
        const axis = u.slice(2, 5).map((x) => x - 0.5);
        const length = Math.hypot(...axis);
        yield [place, axis.map((x) => x / length), Math.PI * u[5]];
    }
}

const [path = "cannon.trace.jsonl.gz", count = 40, steps = 300, bounce = 0] = process.argv.slice(2);
const dt = 1 / 120;
const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
Object.assign(world.defaultContactMaterial, { friction: 0.5, restitution: Number(bounce) });
const trace = new Trace(path, world, dt);
const plane = new CANNON.Body({ type: CANNON.Body.STATIC, shape: new CANNON.Plane() });
world.addBody(plane);
trace.add(plane, "plane", [{ plane: [0, 0, 1, 0] }]);
let index = 0;
for (const [place, axis, angle] of starts(Number(count))) {
    const isBall = index % 2 === 1;
    const body = new CANNON.Body({
        mass: isBall ? 33.51 : 60, position: new CANNON.Vec3(...place), linearDamping: 0, angularDamping: 0,
        shape: isBall ? new CANNON.Sphere(0.2) : new CANNON.Box(new CANNON.Vec3(0.25, 0.15, 0.2)),
    });
    body.quaternion.setFromAxisAngle(new CANNON.Vec3(...axis), angle);
    body.previousPosition.copy(body.position);
    world.addBody(body);
    trace.add(body, `${isBall ? "ball" : "box"} ${index}`, [isBall ? { sphere: 0.2 } : { box: [0.25, 0.15, 0.2] }]);
    index += 1;
}
for (let step = 0; step < Number(steps); step++) {
    world.step(dt);
    trace.step();
}
trace.close();
