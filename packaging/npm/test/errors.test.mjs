import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addBox, api, load, ScreeError, worldWithFloor } from './package.mjs';

test('errors of calls are thrown with their text and code', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  assert.throws(() => world.step(-1, 4), (error) => error instanceof ScreeError && error.code === 'error_argument' && /dt/.test(error.message));
  assert.throws(() => world.bodyCreate({ position: { x: NaN, y: 0 } }), ScreeError);
  assert.throws(() => scree.createWorld({ lengthUnit: 0 }), /length_unit/);
  const { body } = addBox(world, scree, 0, 1);
  world.bodyDestroy(body);
  assert.throws(() => world.bodySetLinearVelocity(body, { x: 1, y: 0 }), { code: 'error_stale_id' });
  // Getters of what is gone return zeros, as in C.
  assert.deepEqual(world.bodyPosition(body), { x: 0, y: 0 });
  world.step(1 / 60, 4);
});

test('wrong arguments are refused before the call', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const { body } = addBox(world, scree, 0, 1);
  assert.throws(() => world.bodyCreate({ positon: { x: 0, y: 0 } }), /no member positon/);
  assert.throws(() => world.bodyCreate({ type: 'moving' }), /static, kinematic, dynamic/);
  assert.throws(() => world.bodySetLinearVelocity(body, { x: 'fast', y: 0 }), /not a number/);
  assert.throws(() => world.step(1 / 60), /substeps/);
  assert.throws(() => world.step(1 / 60, 4, 2), /takes 2 arguments/);
  assert.throws(() => world.step(1 / 60, 1.5), /whole number/);
  assert.throws(() => world.bodyPosition(0.5), /BigInt|integer/);
  assert.throws(() => world.bodiesSetVelocity([body], new Float32Array(2), null, null), /has 2 values, not 1/);
  assert.throws(() => world.step.call({}, 1 / 60, 4), /not destroyed/);
});

test('only calls with callbacks are left out', () => {
  assert.deepEqual(Object.keys(api.skipped).sort(), SKIPPED);
});

const SKIPPED = [
  'scree_error_set_callback', 'scree_recording_def_default', 'scree_tree_visit_aabb', 'scree_tree_visit_cast',
  'scree_tree_visit_ray', 'scree_world_is_recording', 'scree_world_set_contact_filter', 'scree_world_set_error_callback',
  'scree_world_set_pre_solve', 'scree_world_set_trace', 'scree_world_start_recording', 'scree_world_stop_recording',
  'scree_world_visit_aabb', 'scree_world_visit_ray', 'scree_world_visit_shape_cast',
];

test('every call of the public headers is a method, written by hand or left out', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree), tree = scree.createTree();
  const targets = { module: scree, world, tree };
  for (const [on, name, symbol] of api.calls) {
    assert.equal(typeof scree.exports[symbol], 'function', symbol);
    if (!/_(create|destroy)$/.test(symbol) || /body|shape|joint|chain|soft/.test(symbol)) {
      assert.equal(typeof targets[on][name], 'function', symbol);
    }
  }
});

test('errors that a call only returns are thrown', async () => {
  const scree = await load();
  const line = [[0, 0], [1, 0], [2, 0]];
  assert.throws(() => scree.polygonCheck({ vertices: line }), { code: 'error_argument', message: /polygonCheck/ });
  scree.polygonCheck(scree.polygonBox(1, 1));
});

test('wrong deltas and outlines are refused', async () => {
  const scree = await load();
  const { world } = worldWithFloor(scree);
  const image = world.saveImage();
  assert.throws(() => scree.imageSaveDelta(image.slice(8), image), ScreeError);
  assert.throws(() => scree.imageApplyDelta(image, image.slice(0, 40), image.length), ScreeError);
  assert.throws(() => scree.outlineDecompose([[0, 0], [1, 1]]), { code: 'error_argument' });
  assert.throws(() => scree.outlineDecompose([[0, 0], [1, 1], [1, 0], [0, 1]]), ScreeError);
});
