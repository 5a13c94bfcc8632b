// Scenes of the library (scenes/*.c) for JavaScript engines, as plain data: the same bodies in the same order, with numbers
// of single precision. packaging/npm/test/golden.test.mjs compares their hashes with those of the library.

const f = Math.fround;

/** PCG32 as in scenes/random.c. */
class Random {
  constructor(seed) {
    this.state = 0n;
    this.increment = (54n << 1n) | 1n;
    this.u32();
    this.state = BigInt.asUintN(64, this.state + BigInt(seed));
    this.u32();
  }

  u32() {
    const old = this.state;
    this.state = BigInt.asUintN(64, old * 6364136223846793005n + this.increment);
    const shifted = Number(BigInt.asUintN(32, ((old >> 18n) ^ old) >> 27n));
    const rotation = Number(old >> 59n);
    return ((shifted >>> rotation) | (shifted << ((32 - rotation) & 31))) >>> 0;
  }

  below(count) {
    const threshold = 2 ** 32 % count;
    for (;;) {
      const value = this.u32();
      if (value >= threshold) return value % count;
    }
  }

  float(low, high) {
    const unit = f((this.u32() >>> 8) / 16777216);
    const value = f(f(low) + f(f(f(high) - f(low)) * unit));
    return value < f(high) ? value : f(low);
  }
}

const box = (x, y, halfWidth, halfHeight) => ({ type: 'box', x: f(x), y: f(y), hx: f(halfWidth), hy: f(halfHeight) });
const body = (dynamic, x, y, shapes, angle = 0) => ({ dynamic, x: f(x), y: f(y), angle: f(angle), shapes });

function scene(name, steps, bodies, more = {}) {
  return { name, steps, bodies, joints: [], collide: true, top: -1, ...more };
}

/** Boxes of 1 m, `base` in the bottom row. */
export function largePyramid(base) {
  const ground = Math.max(base, 100), left = 0.5 - 0.5 * base;
  const bodies = [body(false, 0, -1, [box(0, 0, ground, 1)])];
  for (let row = 0; row < base; ++row) {
    for (let k = row; k < base; ++k) {
      bodies.push(body(true, 0.5 * (row + 1) + (k - row) + left - 0.5, row + 0.5, [box(0, 0, 0.5, 0.5)]));
    }
  }
  return scene('large_pyramid', 200, bodies, { size: base, top: bodies.length - 1 });
}

/** Boxes in columns of five, 5 cm above each other. */
export function boxes(count) {
  const bodies = [body(false, 0, -1, [box(0, 0, 100, 1)])];
  const columns = Math.ceil(count / 5);
  for (let i = 0; i < count; ++i) {
    const column = i % columns, row = Math.floor(i / columns);
    bodies.push(body(true, 1.5 * (column - 0.5 * (columns - 1)) + 0.1 * (row % 2), 0.5 + 1.05 * row, [box(0, 0, 0.5, 0.5)]));
  }
  return scene(`boxes_${count}`, 600, bodies, { size: count });
}

function randomHull(random, radius, sincos) {
  const count = 3 + random.below(6), points = [], slice = f(f(6.2831853) / f(count));
  for (let i = 0; i < count; ++i) {
    const { sine, cosine } = sincos(f(slice * f(f(i) + random.float(-0.15, 0.15))));
    points.push([f(radius * cosine), f(radius * sine)]);
  }
  return { type: 'polygon', points };
}

function randomShape(random, radius, sincos) {
  switch (random.below(4)) {
    case 0: {
      const { sine, cosine } = sincos(random.float(0.436, 1.134));
      return box(0, 0, f(radius * cosine), f(radius * sine));
    }
    case 1: return { type: 'circle', radius };
    case 2: {
      const round = f(radius * random.float(0.3, 0.6));
      return { type: 'capsule', half: f(radius - round), radius: round };
    }
    default: return randomHull(random, radius, sincos);
  }
}

const SMALLEST = f(0.1), LARGEST = f(0.4), WALL = 5;

/** Boxes, circles, capsules and hulls above the floor of a bin 100 m wide. `sincos` is that of the library. */
export function pile(count, sincos) {
  const random = new Random(1), half = 50, radii = [], fallen = [];
  let shelf = f(0.01), x = f(-half);
  while (fallen.length < count) {
    const radius = f(0.5 * random.float(SMALLEST, LARGEST));
    const gap = random.float(0.01, 0.05), width = f(2 * radius);
    if (f(f(x + gap) + width) > half) {
      shelf = f(shelf + f(LARGEST + f(0.02)));
      x = f(-half);
    }
    const rise = random.float(0, f(LARGEST - width));
    const at = body(true, f(f(x + gap) + radius), f(f(shelf + radius) + rise), []);
    at.angle = random.float(-3.1415926, 3.1415926);
    radii.push(radius);
    fallen.push(at);
    x = f(x + f(gap + width));
  }
  const wall = f(f(fallen[count - 1].y + LARGEST) + 10), t = WALL / 2;
  const bin = body(false, 0, 0, [box(0, -t, half + 2 * t, t), box(-half - t, 0.5 * wall, t, 0.5 * wall),
    box(half + t, 0.5 * wall, t, 0.5 * wall)]);
  fallen.forEach((at, i) => at.shapes.push(randomShape(random, radii[i], sincos)));
  return scene('pile', 200, [bin, ...fallen], { size: count });
}

/** Circles hung in a grid of hinges; they do not collide. */
export function jointGrid(size) {
  const bodies = [], joints = [], middle = Math.floor(size / 2);
  for (let k = 0; k < size; ++k) {
    for (let i = 0; i < size; ++i) {
      const held = i === 0 && Math.abs(k - middle) <= 3, own = bodies.length;
      bodies.push(body(!held, k, 0 - i, [{ type: 'circle', radius: f(0.4) }]));
      if (i > 0) joints.push({ a: own - 1, b: own, pointA: [0, -0.5], pointB: [0, 0.5] });
      if (k > 0) joints.push({ a: own - size, b: own, pointA: [0.5, 0], pointB: [-0.5, 0] });
    }
  }
  return scene('joint_grid', 200, bodies, { size, joints, collide: false });
}
