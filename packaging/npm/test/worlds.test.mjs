import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addBox, load, loadCommonJs, run, worldWithFloor } from './package.mjs';

const near = (value, wanted, by = 0.02) => assert.ok(Math.abs(value - wanted) < by, `${value} is not ${wanted} +- ${by}`);

test('CommonJS loads the same module', async () => {
  const scree = await loadCommonJs();
  assert.equal(scree.simd, 'simd128');
});

test('a box falls and rests on the floor', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const { body } = addBox(world, scree, 0, 3);
  run(world, 30);
  near(world.bodyPosition(body).y, 3 - 0.5 * 10 * 0.25, 0.1);
  run(world, 150);
  near(world.bodyPosition(body).y, 0.5);
  near(world.bodyMass(body), 1);
  world.destroy();
});

test('live arrays follow the steps, and their velocities can be written', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const x = Float32Array.from({ length: 100 }, (_, i) => 2 * i), y = new Float32Array(100).fill(0.5);
  const ids = world.bodiesCreate({ def: { type: 'dynamic' }, x, y });
  assert.ok(ids instanceof BigUint64Array);
  assert.equal(ids.length, 100);
  world.shapesCreateCircle(ids, { density: 1 }, { center: { x: 0, y: 0 }, radius: 0.5 });
  world.step(1 / 60, 4);
  let bodies = world.bodies();
  assert.equal(bodies.dynamicCount, 100);
  assert.equal(bodies.x.buffer, scree.memory.buffer);
  const row = bodies.id.indexOf(ids[7]);
  bodies.vx[row] = 4;
  run(world, 30);
  bodies = world.bodies();
  assert.ok(world.bodyPosition(ids[7]).x > 15);
  assert.equal(bodies.x[bodies.id.indexOf(ids[7])], world.bodyPosition(ids[7]).x);
});

test('images restore a world to the bit', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  for (let i = 0; i < 20; ++i) addBox(world, scree, 0.3 * (i % 3), 1 + 1.1 * i);
  run(world, 60);
  const image = world.saveImage();
  run(world, 60);
  const hash = world.stateHash();
  world.restoreImage(image);
  assert.notEqual(world.stateHash(), hash);
  run(world, 60);
  assert.equal(world.stateHash(), hash);
});

test('a delta of an image restores it', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  for (let i = 0; i < 20; ++i) addBox(world, scree, 0.3 * (i % 3), 1 + 1.1 * i);
  run(world, 60);
  const base = world.saveImage();
  run(world, 1);
  const image = world.saveImage(), delta = scree.imageSaveDelta(base, image);
  assert.ok(delta.length < image.length);
  assert.deepEqual(scree.imageApplyDelta(base, delta, image.length), image);
});

test('an outline is split into convex parts', async () => {
  const scree = await load();
  const parts = scree.outlineDecompose([[0, 0], [2, 0], [2, 2], [1, 1], [0, 2]]);
  const area = ({ vertices }) => vertices.reduce((sum, { x, y }, i) => {
    const next = vertices[(i + 1) % vertices.length];
    return sum + 0.5 * (x * next.y - next.x * y);
  }, 0);
  assert.equal(parts.reduce((sum, part) => sum + area(part), 0), 3);
});

test('a snapshot loads into another world, which continues with the same bits', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  for (let i = 0; i < 10; ++i) addBox(world, scree, 0.3 * (i % 3), 1 + 1.1 * i);
  run(world, 60);
  const snapshot = world.saveSnapshot();
  run(world, 60);
  const other = scree.createWorld();
  other.loadSnapshot(snapshot);
  run(other, 60);
  assert.equal(other.hash(), world.hash());
  snapshot[100] ^= 1;
  assert.throws(() => other.loadSnapshot(snapshot), /snapshot/);
});

test('a fork goes its own way', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const { body } = addBox(world, scree, 0, 5);
  const other = world.fork();
  // Ids name the objects of one world. The rows of a fork are the same.
  const twin = other.bodies().id[world.bodies().id.indexOf(body)];
  other.bodySetLinearVelocity(twin, { x: 3, y: 0 });
  run(world, 20);
  run(other, 20);
  near(other.bodyPosition(twin).x, 1, 0.05);
  assert.equal(world.bodyPosition(body).x, 0);
  assert.throws(() => other.destroy() ?? other.step(1 / 60, 4), /not destroyed/);
});

test('the bits are those of the library on other machines', async () => {
  const scree = await load();
  const world = scree.createWorld({ gravity: { x: 0, y: -9.81 } });
  const ground = world.bodyCreate({});
  world.shapeCreateHalfSpace(ground, {}, { normal: { x: 0, y: 1 }, offset: 0 });
  for (let i = 0; i < 12; ++i) addBox(world, scree, 0.25 * (i % 2), 0.5 + 1.25 * i);
  run(world, 240);
  // tests/ports/npm_hash.c makes the same calls in C.
  assert.equal(world.hash().toString(16), '7249fa1c30c9cd60');
});

test('joints hold, with frames from a point of the world', async () => {
  const scree = await load();
  const { world, floor } = worldWithFloor(scree);
  const { body } = addBox(world, scree, 1, 4);
  const base = { bodyA: floor, bodyB: body };
  world.jointFramesAt({ x: 0, y: 4 }, { x: 1, y: 0 }, base);
  const joint = world.jointCreateRevolute({ base });
  run(world, 200);
  const { x, y } = world.bodyPosition(body);
  near(Math.hypot(x, y - 4), 1, 0.01);
  assert.deepEqual([...world.bodyJoints(body)], [joint]);
  assert.equal(world.jointRevoluteSettings(joint).base.bodyB, body);
});

test('contacts begin, with ids and points', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const { body, shape } = addBox(world, scree, 0, 0.6);
  world.shapeSetContactEventsEnabled(shape, true);
  const seen = [];
  for (let step = 0; step < 60; ++step) {
    world.step(1 / 60, 4);
    seen.push(...world.contactEvents().begins);
  }
  assert.equal(seen.length, 1);
  assert.ok([seen[0].bodyA, seen[0].bodyB].includes(body));
  near(Math.abs(seen[0].normal.y), 1);
});

test('queries find shapes', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const { shape } = addBox(world, scree, 0, 0.5);
  const filter = scree.queryFilterDefault();
  const hit = world.castRay({ x: -5, y: 0.5 }, { x: 10, y: 0 }, filter);
  assert.equal(hit.shape, shape);
  near(hit.fraction, 0.45);
  assert.deepEqual([...world.overlapPoint({ x: 0.1, y: 0.6 }, filter)], [shape]);
  assert.equal(world.castRayAll({ x: 0.1, y: 5 }, { x: 0, y: -10 }, filter).length, 2);
  assert.equal(world.overlapPoint({ x: 50, y: 60 }, filter).length, 0);
  assert.equal(world.shapeGeometry(shape).polygon.vertices.length, 4);
});

test('chains and soft bodies take arrays in their definitions', async () => {
  const scree = await load();
  const world = scree.createWorld({ gravity: { x: 0, y: -10 } });
  const ground = world.bodyCreate({});
  const chain = world.chainCreate(ground, {}, { points: [[20, 0], [0, 0], [-20, 0]] });
  assert.equal(world.chainShapes(chain).length, 2);
  const { body } = addBox(world, scree, 0, 1);
  run(world, 60);
  near(world.bodyPosition(body).y, 0.5);
});

test('memory grows with the world', async () => {
  const scree = await load();
  const before = scree.memoryBytes;
  const { world } = worldWithFloor(scree);
  const count = 60000;
  const x = Float32Array.from({ length: count }, (_, i) => 1.5 * (i % 300)), y = x.map((_, i) => 1 + 1.5 * Math.floor(i / 300));
  const ids = world.bodiesCreate({ def: { type: 'dynamic' }, x, y });
  world.shapesCreateCircle(ids, { density: 1 }, { radius: 0.5 });
  run(world, 2);
  assert.ok(scree.memoryBytes > before);
  assert.equal(world.bodies().dynamicCount, count);
});
