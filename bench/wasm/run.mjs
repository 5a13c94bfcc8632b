// Times scree and other engines of npm on the same scenes, in one Node process.
//
// Usage: node bench/wasm/run.mjs PEERS [option...]
//   PEERS             a folder in which npm installed the other engines (docs/benchmarks.md names them)
//   --package FOLDER  the package scree; build/npm/package by default
//   --rounds N        runs of each engine on each scene, the engines in turn; 3 by default
//   --limit S         seconds of processor time for an engine on a scene, 60 by default: a run ends early, and an engine that
//                     used them all has no further rounds
//   --scenes A,B      some of the scenes
//   --out FILE        writes the results as JSON; they are printed in any case
//
// A row has the median time of a step and the median of the processor time that Node took for it (`cpu_ms`), of the round
// in which each was least, because other work of the machine can only add to them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { loadEngines } from './engines.mjs';
import { judge } from './judge.mjs';
import { boxes, jointGrid, largePyramid, pile } from './scenes.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

function usage(message) {
  const lines = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n').filter((line) => line.startsWith('//'));
  console.error(`run.mjs: ${message}\n${lines.map((line) => line.slice(3)).slice(2, 10).join('\n')}`);
  process.exit(2);
}

function positive(text, name) {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : usage(`--${name} is ${text}, not a number above 0`);
}

function options() {
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options: { package: { type: 'string' }, rounds: { type: 'string' },
      limit: { type: 'string' }, scenes: { type: 'string' }, out: { type: 'string' } } });
  } catch (error) {
    usage(error.message);
  }
  const { values, positionals } = parsed;
  if (positionals.length !== 1) usage('one folder is needed');
  if (!existsSync(join(positionals[0], 'node_modules'))) usage(`${positionals[0]} has no node_modules`);
  const rounds = positive(values.rounds ?? '3', 'rounds');
  if (!Number.isInteger(rounds)) usage(`--rounds is ${rounds}, not a whole number`);
  const screePackage = resolve(values.package ?? join(root, 'build/npm/package'));
  if (!existsSync(join(screePackage, 'scree.mjs'))) usage(`${screePackage} has no scree.mjs: run packaging/npm/build`);
  return { peers: resolve(positionals[0]), screePackage, rounds, limit: positive(values.limit ?? '60', 'limit'),
    scenes: values.scenes?.split(','), out: values.out };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** One run: the times of the steps after the first, and the verdict of the judge. `limit`: ms of processor time. */
function runOnce(engine, scene, limit) {
  const built = engine.build(scene);
  const times = [], cpuTimes = [];
  let steps = 0, used = 0, before;
  while (steps < scene.steps) {
    const last = steps + 1 === scene.steps || used > limit;
    if (last) before = built.poses();
    const cpu = process.cpuUsage(), start = performance.now();
    built.step();
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1000);
    used += cpuTimes[steps];
    ++steps;
    if (last) break;
  }
  const verdict = judge(scene, before, built.poses(), 1 / 60);
  built.destroy();
  return { used, ms: median(times.slice(1)), cpu_ms: median(cpuTimes.slice(1)), steps, ...verdict };
}

const rounded = (value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value);

function measure(engines, scene, { rounds, limit }) {
  const runs = new Map(engines.map(({ name }) => [name, []])), left = new Map(engines.map(({ name }) => [name, 1000 * limit]));
  for (let round = 0; round < rounds; ++round) {
    for (const engine of engines.filter(({ name }) => left.get(name) > 0)) {
      const { used, ...result } = runOnce(engine, scene, left.get(engine.name));
      left.set(engine.name, left.get(engine.name) - used);
      // A later run that had to end early says less than a whole one.
      if (round === 0 || result.steps === scene.steps) runs.get(engine.name).push(result);
    }
  }
  return engines.map(({ name, version, settings }) => {
    const of = runs.get(name), best = of.reduce((a, b) => (b.ms < a.ms ? b : a));
    const row = { scene: scene.name, size: scene.size, bodies: scene.bodies.length, engine: name, version, settings,
      ...best, cpu_ms: Math.min(...of.map(({ cpu_ms }) => cpu_ms)), rounds_ms: of.map(({ ms }) => rounded(ms)) };
    return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, rounded(value)]));
  });
}

/** scree against the fastest other engine of each scene. */
function geometricMean(rows) {
  const ratios = [...new Set(rows.map(({ scene }) => scene))].map((scene) => {
    const of = rows.filter((row) => row.scene === scene && row.finite);
    const own = of.find(({ engine }) => engine === 'scree').cpu_ms;
    return Math.min(...of.filter(({ engine }) => engine !== 'scree').map(({ cpu_ms }) => cpu_ms)) / own;
  });
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

function commit() {
  try {
    return execFileSync('git', ['-C', root, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

const given = options();
const { scree, engines } = await loadEngines(given.screePackage, given.peers);
const makers = {
  boxes_10: () => boxes(10),
  boxes_50: () => boxes(50),
  boxes_200: () => boxes(200),
  large_pyramid: () => largePyramid(100),
  pile: () => pile(5000, (angle) => scree.sincos(angle)),
  joint_grid: () => jointGrid(100),
};
for (const name of given.scenes ?? []) {
  if (makers[name] === undefined) usage(`there is no scene ${name}; there are ${Object.keys(makers).join(', ')}`);
}
const rows = [];
for (const name of given.scenes ?? Object.keys(makers)) {
  for (const row of measure(engines, makers[name](), given)) {
    rows.push(row);
    console.log(`${row.scene} ${row.engine}: ${row.ms} ms a step (${row.cpu_ms} of the processor), ${row.steps} steps, overlap ${row.max_overlap} m, ` +
      `drift ${row.drift} m, energy ${row.kinetic_energy} J, joints ${row.joint_error} m, escaped ${row.escaped}`);
  }
}
const speedup = rounded(geometricMean(rows));
console.log(`scree is ${speedup} times as fast as the fastest other engine of each scene (geometric mean)`);
if (given.out !== undefined) {
  const context = { commit: commit(), cpu: cpus()[0].model, node: process.version, v8: process.versions.v8,
    simd: scree.simd, threads: 1, dt: '1/60 s', speedup };
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(given.out, `{\n "context": ${JSON.stringify(context)},\n "rounds": ${given.rounds},\n "rows": [\n${lines}\n ]\n}\n`);
}
process.exit(0);
