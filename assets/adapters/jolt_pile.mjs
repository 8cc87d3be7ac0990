// Jolt Physics by its JavaScript bindings 1.1 (npm install jolt-physics): a pile of balls and boxes, written as a trace for
// carom.
//
//     node jolt_pile.mjs pile.trace.jsonl.gz          (or with the numbers of bodies and steps: … 12 150)
//     carom trace check pile.trace.jsonl.gz
//
// With a fourth number, the convex radius of its boxes (m; Jolt's own is 0.05), 0 gives them sharp edges. A fifth is the
// restitution of all bodies, 0 where it is not given.
// What this adapter cannot give: impulses, which a contact listener is not told. The lines to copy into a program of one's
// own are the class Trace: it declares Jolt's conventions and converts nothing.
import { createWriteStream, readFileSync } from "node:fs";
import { createGzip } from "node:zlib";
import initialise from "jolt-physics";

const Jolt = await initialise();

class Trace {
    // add() each body, then call step() after each step of the system.
    constructor(path, system, dt) {
        this.system = system;
        this.bodies = [];
        this.contacts = [];
        this.count = 0;
        this.dt = dt;
        this.file = createWriteStream(path);
        this.out = path.endsWith(".gz") ? createGzip() : this.file;
        if (this.out !== this.file) this.out.pipe(this.file);
        const version = JSON.parse(readFileSync(new URL("../package.json", import.meta.resolve("jolt-physics")))).version;
        // The normal is the way the second body is to be pushed.
        this.write({
            trace: 1, engine: `Jolt (JavaScript bindings ${version})`, up: "z", quat: "xyzw", normal: "a_to_b", poses: "after", dt,
            gravity: numbers(system.GetGravity()),
        });
        const listener = new Jolt.ContactListenerJS();
        const note = (one, other, manifold) => this.note(one, other, manifold);
        listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
        listener.OnContactAdded = note;
        listener.OnContactPersisted = note;
        listener.OnContactRemoved = () => {};
        system.SetContactListener(listener);
    }

    add(body, name, shapes) {
        this.write({
            body: body.GetID().GetIndex(), name, motion: body.IsStatic() ? "static" : "dynamic", shapes,
            mass: body.IsStatic() ? undefined : 1 / body.GetMotionProperties().GetInverseMass(),
            friction: body.GetFriction(), restitution: body.GetRestitution(),
            pose: [...numbers(body.GetPosition()), ...turn(body.GetRotation())],
        });
        if (!body.IsStatic()) this.bodies.push(body);
    }

    // A contact, while a step looks for them.
    note(one, other, manifold) {
        const [a, b] = [one, other].map((body) => Jolt.wrapPointer(body, Jolt.Body).GetID().GetIndex());
        const found = Jolt.wrapPointer(manifold, Jolt.ContactManifold);
        const normal = numbers(found.mWorldSpaceNormal);
        const points = [];
        for (let i = 0; i < found.mRelativeContactPointsOn1.size(); i++) {
            const on1 = numbers(found.GetWorldSpaceContactPointOn1(i)), on2 = numbers(found.GetWorldSpaceContactPointOn2(i));
            const separation = on2.reduce((sum, x, axis) => sum + (x - on1[axis]) * normal[axis], 0);
            points.push([...on1.map((x, axis) => (x + on2[axis]) / 2), separation]);
        }
        this.contacts.push([a, b, normal, points]);
    }

    step() {
        const rows = this.bodies.map((body) => [
            body.GetID().GetIndex(), ...numbers(body.GetPosition()), ...turn(body.GetRotation()),
            ...numbers(body.GetLinearVelocity()), ...numbers(body.GetAngularVelocity()),
        ]);
        this.count += 1;
        this.write({ step: this.count, t: this.count * this.dt, b: rows, c: this.contacts });
        this.contacts = [];
    }

    write(line) {
        // Nine digits: all that single precision has, and half the length.
        this.out.write(JSON.stringify(line, (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value)) + "\n");
    }

    close() {
        this.out.end();
    }
}

function numbers(v) {
    return [v.GetX(), v.GetY(), v.GetZ()];
}

function turn(q) {
    return [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
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

// A system with two layers: what stands and what moves.
function system() {
    const [standing, moving] = [0, 1];
    const settings = new Jolt.JoltSettings();
    const pairs = new Jolt.ObjectLayerPairFilterTable(2);
    pairs.EnableCollision(standing, moving);
    pairs.EnableCollision(moving, moving);
    const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
    layers.MapObjectToBroadPhaseLayer(standing, new Jolt.BroadPhaseLayer(0));
    layers.MapObjectToBroadPhaseLayer(moving, new Jolt.BroadPhaseLayer(1));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
    return new Jolt.JoltInterface(settings);
}

const [path = "jolt.trace.jsonl.gz", count = 40, steps = 300, radius = 0.05, bounce = 0] = process.argv.slice(2);
const dt = 1 / 120;
const jolt = system();
const world = jolt.GetPhysicsSystem();
world.SetGravity(new Jolt.Vec3(0, 0, -9.81));
const trace = new Trace(path, world, dt);

function add(name, shape, form, place, [axis, angle], isStatic) {
    const half = Math.sin(angle / 2);
    const settings = new Jolt.BodyCreationSettings(
        shape, new Jolt.RVec3(...place), new Jolt.Quat(...axis.map((x) => x * half), Math.cos(angle / 2)),
        isStatic ? Jolt.EMotionType_Static : Jolt.EMotionType_Dynamic, isStatic ? 0 : 1,
    );
    Object.assign(settings, { mFriction: 0.5, mRestitution: Number(bounce), mLinearDamping: 0 });
    Object.assign(settings, { mAngularDamping: 0, mAllowSleeping: false });
    const body = world.GetBodyInterface().CreateBody(settings);
    world.GetBodyInterface().AddBody(body.GetID(), isStatic ? Jolt.EActivation_DontActivate : Jolt.EActivation_Activate);
    trace.add(body, name, [form]);
}

const none = [[0, 0, 1], 0];
add("ground", new Jolt.BoxShape(new Jolt.Vec3(20, 20, 0.5), 0), { box: [20, 20, 0.5] }, [0, 0, -0.5], none, true);
let index = 0;
for (const [place, axis, angle] of starts(Number(count))) {
    const isBall = index % 2 === 1;
    const shape = isBall ? new Jolt.SphereShape(0.2) : new Jolt.BoxShape(new Jolt.Vec3(0.25, 0.15, 0.2), Number(radius));
    const form = isBall ? { sphere: 0.2 } : { box: [0.25, 0.15, 0.2] };
    add(`${isBall ? "ball" : "box"} ${index}`, shape, form, place, [axis, angle], false);
    index += 1;
}
for (let step = 0; step < Number(steps); step++) {
    jolt.Step(dt, 1);
    trace.step();
}
trace.close();
