// The engines of the benchmark: each builds a scene of scenes.mjs, steps it and reads poses of the bodies' origins. Density
// 1, friction 0.6, no restitution, gravity -10, no sleep, no continuous collision; all else as each engine has it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { massOf } from './judge.mjs';

const DT = 1 / 60, FRICTION = 0.6;
/** Categories of bodies that do not collide with each other. */
const OWN = 2, OTHERS = 0xfffd;

const pose = (x, y, angle) => ({ x, y, c: Math.cos(angle), s: Math.sin(angle) });

function screeEngine(scree) {
  const addShape = (world, id, shape, def) => {
    switch (shape.type) {
      case 'box':
        return world.shapeCreatePolygon(id, def, scree.polygonBoxAt(shape.hx, shape.hy, { x: shape.x, y: shape.y }, 0, 0));
      case 'circle': return world.shapeCreateCircle(id, def, { radius: shape.radius });
      case 'capsule':
        return world.shapeCreateCapsule(id, def, { pointA: [-shape.half, 0], pointB: [shape.half, 0],
          radius: shape.radius });
      default: return world.shapeCreatePolygon(id, def, { vertices: shape.points });
    }
  };
  return {
    settings: '4 substeps',
    build(scene) {
      const world = scree.createWorld({ enableSleep: false });
      const def = scene.collide ? {} : { filter: { category: 2n, mask: ~2n } };
      // Joints are created as soon as both bodies exist, as in the library's scenes.
      const ids = [];
      let joint = 0;
      scene.bodies.forEach((body, i) => {
        const { x, y, angle } = body;
        const id = world.bodyCreate({ type: body.dynamic ? 'dynamic' : 'static', position: { x, y }, angle });
        ids.push(id);
        for (const shape of body.shapes) addShape(world, id, shape, def);
        for (; joint < scene.joints.length && scene.joints[joint].b === i; ++joint) {
          const { a, b, pointA, pointB } = scene.joints[joint];
          world.jointCreateRevolute({ base: { bodyA: ids[a], bodyB: ids[b], frameA: { position: pointA },
            frameB: { position: pointB } } });
        }
      });
      return {
        world,
        step: () => world.step(DT, 4),
        poses() {
          const { id, x, y, cos, sin } = world.bodies(), rows = new Map();
          id.forEach((value, row) => rows.set(value, row));
          return ids.map((value) => {
            const row = rows.get(value);
            return { x: x[row], y: y[row], c: cos[row], s: sin[row] };
          });
        },
        destroy: () => world.destroy(),
      };
    },
  };
}

function rapierEngine(RAPIER) {
  const shapeOf = (shape) => {
    switch (shape.type) {
      case 'box': return RAPIER.ColliderDesc.cuboid(shape.hx, shape.hy).setTranslation(shape.x, shape.y);
      case 'circle': return RAPIER.ColliderDesc.ball(shape.radius);
      case 'capsule': return RAPIER.ColliderDesc.capsule(shape.half, shape.radius).setRotation(Math.PI / 2);
      default: return RAPIER.ColliderDesc.convexHull(Float32Array.from(shape.points.flat()));
    }
  };
  return {
    settings: '4 solver iterations',
    build(scene) {
      const world = new RAPIER.World({ x: 0, y: -10 });
      world.timestep = DT;
      const bodies = scene.bodies.map(({ dynamic, x, y, angle, shapes }) => {
        const desc = dynamic ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.fixed();
        const body = world.createRigidBody(desc.setTranslation(x, y).setRotation(angle).setCanSleep(false));
        for (const shape of shapes) {
          const collider = shapeOf(shape).setDensity(1).setFriction(FRICTION);
          if (!scene.collide) collider.setCollisionGroups((OWN << 16 | OTHERS) >>> 0);
          world.createCollider(collider, body);
        }
        return body;
      });
      for (const { a, b, pointA, pointB } of scene.joints) {
        const hinge = RAPIER.JointData.revolute({ x: pointA[0], y: pointA[1] }, { x: pointB[0], y: pointB[1] });
        world.createImpulseJoint(hinge, bodies[a], bodies[b], true);
      }
      return {
        step: () => world.step(),
        poses: () => bodies.map((body) => pose(body.translation().x, body.translation().y, body.rotation())),
        destroy: () => world.free(),
      };
    },
  };
}

function box2dEngine(b2) {
  const vec = (x, y) => new b2.b2Vec2(x, y);
  const addShape = (id, shape, def) => {
    switch (shape.type) {
      case 'box':
        return b2.b2CreatePolygonShape(id, def, b2.b2MakeOffsetBox(shape.hx, shape.hy, vec(shape.x, shape.y), b2.b2MakeRot(0)));
      case 'circle': {
        const circle = new b2.b2Circle();
        circle.radius = shape.radius;
        return b2.b2CreateCircleShape(id, def, circle);
      }
      case 'capsule': {
        const capsule = new b2.b2Capsule();
        capsule.center1 = vec(-shape.half, 0);
        capsule.center2 = vec(shape.half, 0);
        capsule.radius = shape.radius;
        return b2.b2CreateCapsuleShape(id, def, capsule);
      }
      default:
        return b2.b2CreatePolygonShape(id, def, b2.b2MakePolygon(b2.b2ComputeHull(shape.points.map(([x, y]) => vec(x, y))), 0));
    }
  };
  const frame = ([x, y]) => {
    const transform = new b2.b2Transform();
    transform.p = vec(x, y);
    transform.q = b2.b2MakeRot(0);
    return transform;
  };
  return {
    settings: '4 substeps',
    build(scene) {
      const worldDef = b2.b2DefaultWorldDef();
      worldDef.gravity = vec(0, -10);
      worldDef.enableSleep = false;
      worldDef.enableContinuous = false;
      const world = b2.b2CreateWorld(worldDef);
      const bodies = scene.bodies.map(({ dynamic, x, y, angle, shapes }) => {
        const def = b2.b2DefaultBodyDef();
        def.type = dynamic ? b2.b2BodyType.b2_dynamicBody : b2.b2BodyType.b2_staticBody;
        def.position = vec(x, y);
        def.rotation = b2.b2MakeRot(angle);
        const id = b2.b2CreateBody(world, def);
        for (const shape of shapes) {
          const shapeDef = b2.b2DefaultShapeDef();
          shapeDef.density = 1;
          shapeDef.material.friction = FRICTION;
          if (!scene.collide) {
            const filter = shapeDef.filter;
            filter.categoryBits = OWN;
            filter.maskBits = OTHERS;
            shapeDef.filter = filter;
          }
          addShape(id, shape, shapeDef);
        }
        return id;
      });
      for (const { a, b, pointA, pointB } of scene.joints) {
        const def = b2.b2DefaultRevoluteJointDef(), base = def.base;
        base.bodyIdA = bodies[a];
        base.bodyIdB = bodies[b];
        base.localFrameA = frame(pointA);
        base.localFrameB = frame(pointB);
        def.base = base;
        b2.b2CreateRevoluteJoint(world, def);
      }
      return {
        step: () => b2.b2World_Step(world, DT, 4),
        poses: () => bodies.map((id) => {
          const { p, q } = b2.b2Body_GetTransform(id);
          return { x: p.x, y: p.y, c: q.c, s: q.s };
        }),
        destroy: () => b2.b2DestroyWorld(world),
      };
    },
  };
}

function planckEngine(planck) {
  const { Vec2 } = planck;
  const shapesOf = (shape) => {
    switch (shape.type) {
      case 'box': return [[planck.Box(shape.hx, shape.hy, Vec2(shape.x, shape.y), 0), 1]];
      case 'circle': return [[planck.Circle(Vec2(0, 0), shape.radius), 1]];
      // A bar and two discs, of half the density because the bar covers half of each.
      case 'capsule': return [[planck.Box(shape.half, shape.radius), 1], ...[-1, 1].map((side) =>
        [planck.Circle(Vec2(side * shape.half, 0), shape.radius), 0.5])];
      default: return [[planck.Polygon(shape.points.map(([x, y]) => Vec2(x, y))), 1]];
    }
  };
  return {
    settings: '8 velocity and 3 position iterations',
    build(scene) {
      const world = planck.World({ gravity: Vec2(0, -10), allowSleep: false, continuousPhysics: false });
      const filter = scene.collide ? {} : { filterCategoryBits: OWN, filterMaskBits: OTHERS };
      const bodies = scene.bodies.map(({ dynamic, x, y, angle, shapes }) => {
        const body = world.createBody({ type: dynamic ? 'dynamic' : 'static', position: Vec2(x, y), angle });
        for (const [shape, density] of shapes.flatMap(shapesOf)) {
          body.createFixture({ shape, density, friction: FRICTION, ...filter });
        }
        return body;
      });
      for (const { a, b, pointA, pointB } of scene.joints) {
        world.createJoint(planck.RevoluteJoint({ bodyA: bodies[a], bodyB: bodies[b], localAnchorA: Vec2(...pointA),
          localAnchorB: Vec2(...pointB) }));
      }
      return {
        step: () => world.step(DT),
        poses: () => bodies.map((body) => pose(body.getPosition().x, body.getPosition().y, body.getAngle())),
        destroy() {},
      };
    },
  };
}

/** Pixels of a metre: the default gravity of Matter.js is then 10 m/s^2. */
const SCALE = 100;

function matterEngine(Matter) {
  const { Bodies, Body, Composite, Constraint, Engine } = Matter;
  const part = (shape, body, options) => {
    const { x, y, angle } = body, c = Math.cos(angle), s = Math.sin(angle);
    const at = (px, py) => [SCALE * (x + c * px - s * py), SCALE * (y + s * px + c * py)];
    switch (shape.type) {
      case 'box': return Bodies.rectangle(...at(shape.x, shape.y), 2 * SCALE * shape.hx, 2 * SCALE * shape.hy, options);
      case 'circle': return Bodies.circle(...at(0, 0), SCALE * shape.radius, options);
      case 'capsule': return Body.create({ ...options, parts: [
        Bodies.rectangle(...at(0, 0), 2 * SCALE * shape.half, 2 * SCALE * shape.radius, options),
        ...[-1, 1].map((side) => Bodies.circle(SCALE * (x + side * shape.half), SCALE * y, SCALE * shape.radius,
          { ...options, density: 0.0005 }))] });
      default: {
        const { x: cx, y: cy } = massOf(body), [px, py] = at(cx, cy);
        return Body.create({ ...options, position: { x: px, y: py },
          vertices: shape.points.map(([vx, vy]) => ({ x: SCALE * vx, y: SCALE * vy })) });
      }
    }
  };
  const bodyOf = (scene, body) => {
    const options = { isStatic: !body.dynamic, friction: FRICTION, frictionAir: 0 };
    if (!scene.collide) options.collisionFilter = { group: 0, category: OWN, mask: OTHERS };
    const parts = body.shapes.map((shape) => part(shape, body, { ...options }));
    if (body.dynamic) Body.setAngle(parts[0], body.angle);
    return parts;
  };
  return {
    settings: '6 position, 4 velocity and 2 constraint iterations',
    build(scene) {
      const engine = Engine.create({ gravity: { x: 0, y: -1, scale: 0.001 } });
      const bodies = scene.bodies.map((body) => bodyOf(scene, body));
      Composite.add(engine.world, bodies.flat());
      const scaled = ([x, y]) => ({ x: SCALE * x, y: SCALE * y });
      const hinges = scene.joints.map(({ a, b, pointA, pointB }) => Constraint.create({ bodyA: bodies[a][0],
        bodyB: bodies[b][0], pointA: scaled(pointA), pointB: scaled(pointB), length: 0 }));
      Composite.add(engine.world, hinges);
      const centres = scene.bodies.map((body) => (body.dynamic ? massOf(body) : { x: 0, y: 0 }));
      return {
        step: () => Engine.update(engine, 1000 * DT),
        poses: () => bodies.map(([body], i) => {
          if (!scene.bodies[i].dynamic) return pose(scene.bodies[i].x, scene.bodies[i].y, 0);
          const { c, s } = pose(0, 0, body.angle), { x, y } = centres[i];
          return { x: body.position.x / SCALE - c * x + s * y, y: body.position.y / SCALE - s * x - c * y, c, s };
        }),
        destroy: () => Engine.clear(engine),
      };
    },
  };
}

/** Loads scree from `screePackage` and the peers from `peers`/node_modules: name, version, settings and build of each. */
export async function loadEngines(screePackage, peers) {
  const require = createRequire(join(peers, 'package.json'));
  const folder = (name) => join(peers, 'node_modules', name);
  const version = (where) => JSON.parse(readFileSync(join(where, 'package.json'), 'utf8')).version;
  const engines = [];
  const add = (name, where, engine) => engines.push({ name, version: version(where), ...engine });
  const { load } = await import(pathToFileURL(join(screePackage, 'scree.mjs')));
  const scree = await load();
  add('scree', screePackage, screeEngine(scree));
  for (const name of ['@dimforge/rapier2d-simd-compat', '@dimforge/rapier2d-compat']) {
    const RAPIER = require(name);
    await RAPIER.init();
    add(name, folder(name), rapierEngine(RAPIER));
  }
  const box2d = (await import(pathToFileURL(join(folder('box2d3-wasm'), 'build/dist/es/entry.mjs')))).default;
  add('box2d3-wasm', folder('box2d3-wasm'), box2dEngine(await box2d({ pthreadCount: 0, INITIAL_MEMORY: 512 << 20 })));
  add('planck', folder('planck'), planckEngine(require('planck')));
  add('matter-js', folder('matter-js'), matterEngine(require('matter-js')));
  return { scree, engines };
}

export { screeEngine };
