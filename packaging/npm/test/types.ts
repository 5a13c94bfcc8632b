// Compiled, not run: the types of the package accept what its README shows.
import { load, Polygon, Scree, ScreeError, World } from 'scree';
async function main(): Promise<void> {
  const scree = await load();
  const world: World = scree.createWorld({ gravity: { x: 0, y: -9.81 } });
  const ground: bigint = world.bodyCreate({});
  world.shapeCreateHalfSpace(ground, {}, { normal: { x: 0, y: 1 }, offset: 0 });
  const ids = world.bodiesCreate({ def: { type: 'dynamic' }, x: new Float32Array(3), y: [1, 2, 3] });
  world.shapesCreatePolygon(ids, { density: 1 }, scree.polygonBox(0.5, 0.5));
  world.step(1 / 60, 4);
  const b = world.bodies();
  const n: number = b.count + b.x[0] + b.vx.length;
  const hit = world.castRay({ x: 0, y: 1 }, [1, 0], scree.queryFilterDefault());
  for (const c of world.contactEvents().begins) console.log(c.bodyA, c.normal.x, n, hit.fraction);
  world.bodySetLinearVelocity(ids[0], [1, 0]);
  const image: Uint8Array = world.saveImage();
  const delta: Uint8Array = scree.imageSaveDelta(image, image);
  world.restoreImage(scree.imageApplyDelta(image, delta, image.length));
  const parts: Polygon[] = scree.outlineDecompose([{ x: 0, y: 0 }, [1, 0], [0, 1]]);
  const scalar: Scree = await load({ wasm: new URL('file:///scree-scalar.wasm') });
  try {
    world.step(-1, parts.length + scalar.memoryBytes);
  } catch (error) {
    if (error instanceof ScreeError && error.code === 'error_argument') console.log(error.message);
  }
}
main();
