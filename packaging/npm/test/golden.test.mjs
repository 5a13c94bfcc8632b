// The hashes of whole scenes are those of the library (tests/scenes/golden_hashes.h), in all modules of the package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { screeEngine } from '../../../bench/wasm/engines.mjs';
import { jointGrid, largePyramid, pile } from '../../../bench/wasm/scenes.mjs';
import { load, moduleFile } from './package.mjs';

const header = readFileSync(new URL('../../../tests/scenes/golden_hashes.h', import.meta.url), 'utf8');
const golden = new Map();
for (const [, name, steps, hash] of header.matchAll(/\{"(\w+)", (\d+), (0x[0-9a-f]+)u\}/g)) {
  if (!golden.has(name)) golden.set(name, { steps: Number(steps), hash: BigInt(hash) });
}
// The sizes at which the library takes its hashes.
const scenes = [(scree) => pile(1500, (angle) => scree.sincos(angle)), () => largePyramid(30), () => jointGrid(20)];

function compare(scree) {
  for (const make of scenes) {
    const scene = make(scree), { steps, hash } = golden.get(scene.name);
    const run = screeEngine(scree).build(scene);
    for (let step = 0; step < steps; ++step) run.step();
    assert.equal(run.world.hash().toString(16), hash.toString(16), scene.name);
    run.destroy();
  }
}

test('scenes have the hashes of the library with SIMD', async () => {
  const scree = await load();
  assert.equal(scree.simd, 'simd128');
  compare(scree);
});

test('scenes have the hashes of the library without SIMD', async () => {
  const scree = await load({ wasm: moduleFile('scree-scalar.wasm') });
  assert.equal(scree.simd, 'scalar');
  compare(scree);
});
