// A pyramid of boxes on the ground: node example.mjs
import { load } from 'scree';

const scree = await load();
const world = scree.createWorld({ gravity: { x: 0, y: -9.81 } });

const ground = world.bodyCreate({});
world.shapeCreateHalfSpace(ground, {}, { normal: { x: 0, y: 1 }, offset: 0 });

const rows = 20;
const x = [], y = [];
for (let row = 0; row < rows; ++row) {
  for (let i = 0; i < rows - row; ++i) {
    x.push(i - 0.5 * (rows - row - 1));
    y.push(0.5 + row);
  }
}
const boxes = world.bodiesCreate({ def: { type: 'dynamic' }, x: Float32Array.from(x), y: Float32Array.from(y) });
world.shapesCreatePolygon(boxes, { density: 1 }, scree.polygonBox(0.5, 0.5));

for (let step = 0; step < 240; ++step) world.step(1 / 60, 4);

// Arrays over the memory of the module, valid until the next call.
const bodies = world.bodies();
let top = 0;
for (let row = 0; row < bodies.count; ++row) top = Math.max(top, bodies.y[row]);
console.log(`${boxes.length} boxes on ${scree.simd}; the highest is at ${top.toFixed(3)} m`);
world.destroy();
