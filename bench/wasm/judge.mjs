// How well a run went, from poses and shapes alone, the same for every engine: overlaps, kinetic energy, drift of the top,
// errors of joints.

const TOUCHING_GAP = 0.005;

/** A convex core of points (counter-clockwise from three on) and a radius round it. */
function core(shape) {
  switch (shape.type) {
    case 'circle': return { points: [[0, 0]], radius: shape.radius };
    case 'capsule': return { points: [[-shape.half, 0], [shape.half, 0]], radius: shape.radius };
    case 'box': {
      const { x, y, hx, hy } = shape;
      return { points: [[x - hx, y - hy], [x + hx, y - hy], [x + hx, y + hy], [x - hx, y + hy]], radius: 0 };
    }
    default: return { points: shape.points, radius: 0 };
  }
}

function placed({ points, radius }, pose) {
  const { x, y, c, s } = pose, moved = points.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
  let left = Infinity, right = -Infinity, bottom = Infinity, top = -Infinity;
  for (const [px, py] of moved) {
    left = Math.min(left, px - radius);
    right = Math.max(right, px + radius);
    bottom = Math.min(bottom, py - radius);
    top = Math.max(top, py + radius);
  }
  return { points: moved, radius, left, right, bottom, top };
}

/** The largest separation of `b` from the lines along the sides of `a`: negative where the cores overlap. */
function faceSeparation(a, b) {
  let best = -Infinity;
  const n = a.points.length;
  if (n < 2) return best;
  for (let i = 0; i < n; ++i) {
    const [px, py] = a.points[i], [qx, qy] = a.points[(i + 1) % n];
    const length = Math.hypot(qx - px, qy - py), nx = (qy - py) / length, ny = -(qx - px) / length;
    let least = Infinity;
    for (const [x, y] of b.points) least = Math.min(least, (x - px) * nx + (y - py) * ny);
    best = Math.max(best, least);
  }
  return best;
}

function pointDistance([x, y], { points }) {
  let best = Infinity;
  for (let i = 0; i < points.length; ++i) {
    const [px, py] = points[i], [qx, qy] = points[(i + 1) % points.length];
    const dx = qx - px, dy = qy - py, squared = dx * dx + dy * dy;
    const t = squared > 0 ? Math.min(1, Math.max(0, ((x - px) * dx + (y - py) * dy) / squared)) : 0;
    best = Math.min(best, Math.hypot(px + t * dx - x, py + t * dy - y));
  }
  return best;
}

/** Distance of two shapes, negative: overlap. */
export function distance(a, b) {
  const apart = Math.max(faceSeparation(a, b), faceSeparation(b, a));
  // Two points have no faces.
  if (apart < 0 && apart > -Infinity) return apart - a.radius - b.radius;
  let best = Infinity;
  for (const point of a.points) best = Math.min(best, pointDistance(point, b));
  for (const point of b.points) best = Math.min(best, pointDistance(point, a));
  return best - a.radius - b.radius;
}

/** Area, and second moment of area about the body's origin. */
function areaOf(shape) {
  const { points, radius } = core(shape);
  if (shape.type === 'circle') return { area: Math.PI * radius ** 2, moment: 0.5 * Math.PI * radius ** 4, x: 0, y: 0 };
  if (shape.type === 'capsule') {
    const half = shape.half, bar = 4 * half * radius, disc = Math.PI * radius ** 2, away = 4 * radius / (3 * Math.PI);
    const ends = disc * (0.5 * radius ** 2 - away ** 2 + (half + away) ** 2);
    return { area: bar + disc, moment: bar * (half ** 2 + radius ** 2) / 3 + ends, x: 0, y: 0 };
  }
  let area = 0, moment = 0, x = 0, y = 0;
  points.forEach(([px, py], i) => {
    const [qx, qy] = points[(i + 1) % points.length], cross = px * qy - qx * py;
    area += cross / 2;
    x += cross * (px + qx) / 6;
    y += cross * (py + qy) / 6;
    moment += cross * (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy) / 12;
  });
  return { area, moment, x: x / area, y: y / area };
}

/** Mass (density 1) and inertia about the centre of mass of a body of one shape. */
export function massOf({ shapes: [shape] }) {
  const { area, moment, x, y } = areaOf(shape);
  return { mass: area, inertia: moment - area * (x * x + y * y), x, y };
}

/** Calls `visit` for pairs of shapes whose boxes come within the gap of touching: sort and sweep along x. */
function visitPairs(shapes, visit) {
  shapes.sort((a, b) => a.left - b.left);
  let open = [];
  for (const shape of shapes) {
    open = open.filter((other) => other.right + TOUCHING_GAP >= shape.left);
    for (const other of open) {
      if (other.bottom <= shape.top + TOUCHING_GAP && shape.bottom <= other.top + TOUCHING_GAP) visit(other, shape);
    }
    open.push(shape);
  }
}

function overlaps(scene, poses) {
  const shapes = [];
  scene.bodies.forEach((body, index) => {
    for (const shape of body.shapes) shapes.push({ ...placed(core(shape), poses[index]), index, dynamic: body.dynamic });
  });
  const depths = [];
  visitPairs(shapes, (a, b) => {
    if (a.index === b.index || !(a.dynamic || b.dynamic)) return;
    const gap = distance(a, b);
    if (gap < TOUCHING_GAP) depths.push(Math.max(0, -gap));
  });
  const sum = depths.reduce((total, depth) => total + depth, 0);
  return { touching: depths.length, mean_overlap: depths.length > 0 ? sum / depths.length : 0,
    max_overlap: depths.reduce((most, depth) => Math.max(most, depth), 0) };
}

/** Kinetic energy of a step, from the poses before and after it. */
function kineticEnergy(scene, before, after, dt) {
  let energy = 0;
  scene.bodies.forEach((body, i) => {
    if (!body.dynamic) return;
    const { mass, inertia, x, y } = massOf(body), a = before[i], b = after[i];
    const vx = (b.x + b.c * x - b.s * y - a.x - a.c * x + a.s * y) / dt;
    const vy = (b.y + b.s * x + b.c * y - a.y - a.s * x - a.c * y) / dt;
    const w = Math.atan2(a.c * b.s - a.s * b.c, a.c * b.c + a.s * b.s) / dt;
    energy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w;
  });
  return energy;
}

function jointError(scene, poses) {
  const place = ({ x, y, c, s }, [px, py]) => [x + c * px - s * py, y + s * px + c * py];
  return scene.joints.reduce((most, { a, b, pointA, pointB }) => {
    const [ax, ay] = place(poses[a], pointA), [bx, by] = place(poses[b], pointB);
    return Math.max(most, Math.hypot(ax - bx, ay - by));
  }, 0);
}

/** Lengths in m, energy in J. `drift`: how far the top body moved from its place; `escaped`: bodies below the ground. */
export function judge(scene, before, after, dt) {
  const top = scene.top >= 0 ? scene.bodies[scene.top] : null;
  const finite = after.every(({ x, y, c, s }) => Number.isFinite(x + y + c + s));
  return {
    finite,
    ...(scene.collide ? overlaps(scene, after) : { touching: 0, mean_overlap: 0, max_overlap: 0 }),
    drift: top === null ? null : Math.hypot(after[scene.top].x - top.x, after[scene.top].y - top.y),
    kinetic_energy: kineticEnergy(scene, before, after, dt),
    joint_error: scene.joints.length > 0 ? jointError(scene, after) : null,
    escaped: scene.collide ? after.filter(({ y }, i) => scene.bodies[i].dynamic && !(y > -0.5)).length : 0,
  };
}
