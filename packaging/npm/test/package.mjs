// The package under test: the folder that SCREE_PACKAGE names, which packaging/npm/build fills.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.SCREE_PACKAGE;
if (folder === undefined) throw new Error('SCREE_PACKAGE names no folder; packaging/npm/build --test sets it');

export const { load, ScreeError } = await import(pathToFileURL(join(folder, 'scree.mjs')));
export const api = (await import(pathToFileURL(join(folder, 'api.mjs')))).default;
export const loadCommonJs = createRequire(import.meta.url)(join(folder, 'scree.cjs')).load;

/** A file of the package, for the option `wasm` of load. */
export const moduleFile = (name) => pathToFileURL(join(folder, name));

export const UP = { x: 0, y: 1 };

/** A world with a floor at height 0. */
export function worldWithFloor(scree, def = {}) {
  const world = scree.createWorld({ gravity: { x: 0, y: -10 }, ...def });
  const floor = world.bodyCreate({});
  world.shapeCreateHalfSpace(floor, {}, { normal: UP, offset: 0 });
  return { world, floor };
}

export function addBox(world, scree, x, y, def = {}) {
  const body = world.bodyCreate({ type: 'dynamic', position: { x, y }, ...def });
  const shape = world.shapeCreatePolygon(body, { density: 1 }, scree.polygonBox(0.5, 0.5));
  return { body, shape };
}

export function run(world, steps) {
  for (let step = 0; step < steps; ++step) world.step(1 / 60, 4);
}
