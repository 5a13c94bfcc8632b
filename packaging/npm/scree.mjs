// The calls of scree on a WebAssembly module, made from the tables in api.mjs.
import api from './api.mjs';
import { instantiate } from './instance.mjs';

const ARENA_BYTES = 1 << 16;
const ARRAYS = {
  f32: Float32Array, f64: Float64Array, i32: Int32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array,
  u64: BigUint64Array,
};
const SIZES = { f32: 4, f64: 8, i32: 4, u32: 4, u16: 2, u8: 1, u64: 8, bool: 1 };

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const isKind = (kind, name) => Array.isArray(kind) && kind[0] === name;

export class ScreeError extends Error {
  constructor(code, text) {
    super(text);
    this.name = 'ScreeError';
    this.code = code;
  }
}

/** The memory of a module, and the values that calls hand over in it. */
class Memory {
  constructor(exports, memory) {
    this.exports = exports;
    this.memory = memory;
    this.buffer = null;
    this.arena = exports.malloc(ARENA_BYTES);
    this.top = 0;
    this.large = [];
    this.refresh();
    let at = exports.scree_js_layout() >>> 2;
    const words = new Uint32Array(memory.buffer);
    this.structs = {};
    for (const [name, rows] of Object.entries(api.structs)) {
      const struct = { name, size: words[at++], fields: [], byName: new Map() };
      for (const [field, kind, count = null, inUnion = 0] of rows) {
        const entry = { name: camel(field), kind, offset: words[at++], count, inUnion: inUnion === 1 };
        struct.fields.push(entry);
        struct.byName.set(entry.name, entry);
      }
      this.structs[name] = struct;
    }
  }

  refresh() {
    if (this.buffer !== this.memory.buffer) {
      this.buffer = this.memory.buffer;
      this.view = new DataView(this.buffer);
      this.bytes = new Uint8Array(this.buffer);
    }
  }

  /** Memory until the next release, all zero. */
  take(bytes) {
    const size = (bytes + 7) & ~7;
    let at = 0;
    if (this.top + size <= ARENA_BYTES) {
      at = this.arena + this.top;
      this.top += size;
    } else {
      at = this.exports.malloc(size);
      if (at === 0) throw new ScreeError('error_out_of_memory', `scree: no memory for ${size} bytes`);
      this.large.push(at);
    }
    this.refresh();
    this.bytes.fill(0, at, at + size);
    return at;
  }

  mark() {
    return [this.top, this.large.length];
  }

  release([top, count]) {
    while (this.large.length > count) this.exports.free(this.large.pop());
    this.top = top;
  }

  size(kind) {
    if (typeof kind === 'string') return SIZES[kind] ?? 4;
    if (kind[0] === 'struct') return this.structs[kind[1]].size;
    if (kind[0] === 'fixed') return kind[1] * this.size(kind[2]);
    return kind[0] === 'chars' ? kind[1] : 4;
  }

  enumValue(name, value) {
    const index = typeof value === 'number' ? value : api.enums[name].indexOf(value);
    if (!Number.isInteger(index) || index < 0 || index >= api.enums[name].length) {
      throw new TypeError(`scree: ${name} is ${String(value)}, not one of ${api.enums[name].join(', ')}`);
    }
    return index;
  }

  string(at) {
    let end = at;
    while (this.bytes[end] !== 0) ++end;
    return new TextDecoder().decode(this.bytes.slice(at, end));
  }

  number(value, what) {
    if (typeof value !== 'number') throw new TypeError(`scree: ${what} is ${typeof value}, not a number`);
    return value;
  }

  whole(value, what) {
    const number = this.number(value, what);
    if (!Number.isInteger(number)) throw new TypeError(`scree: ${what} is ${number}, not a whole number`);
    return number;
  }

  /** A value of a scalar kind as a call takes it. */
  scalar(kind, value, what) {
    if (isKind(kind, 'enum')) return this.enumValue(kind[1], value);
    switch (kind) {
      case 'u64': return BigInt.asUintN(64, BigInt(value));
      case 'bool': return value ? 1 : 0;
      case 'f32': case 'f64': return this.number(value, what);
      case 'string': return value === null ? 0 : this.text(value);
      default: return this.whole(value, what);
    }
  }

  text(value) {
    const bytes = new TextEncoder().encode(String(value));
    const at = this.take(bytes.length + 1);
    this.bytes.set(bytes, at);
    return at;
  }

  write(kind, at, value, what) {
    if (isKind(kind, 'struct')) return this.writeStruct(this.structs[kind[1]], at, value, what);
    if (isKind(kind, 'fixed')) return this.writeArray(kind[2], at, value, kind[1], what);
    if (isKind(kind, 'pointer')) {
      return this.view.setUint32(at, value === null ? 0 : this.array(kind[1], value, what), true);
    }
    if (isKind(kind, 'one')) {
      return this.view.setUint32(at, value === null ? 0 : this.struct(kind[1][1], value, what), true);
    }
    const scalar = this.scalar(kind, value, what);
    switch (kind) {
      case 'f32': return this.view.setFloat32(at, scalar, true);
      case 'f64': return this.view.setFloat64(at, scalar, true);
      case 'u64': return this.view.setBigUint64(at, scalar, true);
      case 'bool': case 'u8': return this.view.setUint8(at, scalar);
      case 'u16': return this.view.setUint16(at, scalar, true);
      default: return this.view.setInt32(at, scalar, true);
    }
  }

  /** Writes the members that are given; the others stay. */
  writeStruct(struct, at, value, what) {
    if (Array.isArray(value)) {
      if (value.length !== struct.fields.length) {
        throw new TypeError(`scree: ${what} has ${value.length} values, not ${struct.fields.length}`);
      }
      value.forEach((v, i) => this.write(struct.fields[i].kind, at + struct.fields[i].offset, v, what));
      return;
    }
    if (typeof value !== 'object' || value === null) throw new TypeError(`scree: ${what} is ${String(value)}, not an object`);
    for (const [name, member] of Object.entries(value)) {
      const field = struct.byName.get(name);
      if (field === undefined || field.kind[0] === 'hidden') {
        throw new TypeError(`scree: ${what} has no member ${name}; it has ${[...struct.byName.keys()].join(', ')}`);
      }
      if (member === undefined) continue;
      this.write(field.kind, at + field.offset, member, `${what}.${name}`);
      if (field.count !== null && member !== null && value[field.count] === undefined) {
        const count = struct.byName.get(field.count);
        this.write(count.kind, at + count.offset, member.length, `${what}.${field.count}`);
      }
    }
  }

  writeArray(kind, at, values, most, what) {
    if (typeof values?.length !== 'number') throw new TypeError(`scree: ${what} is not an array`);
    if (values.length > most) throw new RangeError(`scree: ${what} has ${values.length} values, more than ${most}`);
    const live = ARRAYS[kind];
    if (live !== undefined && values instanceof live) {
      new live(this.buffer, at, values.length).set(values);
      return;
    }
    const size = this.size(kind);
    for (let i = 0; i < values.length; ++i) this.write(kind, at + i * size, values[i], `${what}[${i}]`);
  }

  /** Copies an array into memory of the call. */
  array(kind, values, what) {
    if (typeof values?.length !== 'number') throw new TypeError(`scree: ${what} is not an array`);
    const size = this.size(kind), at = this.take(values.length * size);
    if (isKind(kind, 'struct')) {
      const struct = this.structs[kind[1]];
      for (let i = 0; i < values.length; ++i) {
        this.fillDefault(struct, at + i * size);
        this.writeStruct(struct, at + i * size, values[i], `${what}[${i}]`);
      }
    } else {
      this.writeArray(kind, at, values, values.length, what);
    }
    return at;
  }

  fillDefault(struct, at) {
    this.exports[`${struct.name}_default`]?.(at);
    this.refresh();
  }

  /** A struct in memory of the call: its default with the members that are given. */
  struct(name, value, what) {
    const struct = this.structs[name], at = this.take(struct.size);
    this.fillDefault(struct, at);
    if (value !== undefined) this.writeStruct(struct, at, value, what);
    return at;
  }

  read(kind, at) {
    if (isKind(kind, 'struct')) return this.readStruct(this.structs[kind[1]], at);
    if (isKind(kind, 'enum')) return api.enums[kind[1]][this.view.getInt32(at, true)];
    if (isKind(kind, 'chars')) return this.string(at);
    if (isKind(kind, 'fixed')) return this.readArray(kind[2], at, kind[1]);
    switch (kind) {
      case 'f32': return this.view.getFloat32(at, true);
      case 'f64': return this.view.getFloat64(at, true);
      case 'u64': return this.view.getBigUint64(at, true);
      case 'bool': return this.view.getUint8(at) !== 0;
      case 'u8': return this.view.getUint8(at);
      case 'u16': return this.view.getUint16(at, true);
      case 'u32': return this.view.getUint32(at, true);
      case 'string': { const text = this.view.getUint32(at, true); return text === 0 ? null : this.string(text); }
      default: return this.view.getInt32(at, true);
    }
  }

  readStruct(struct, at) {
    const value = {};
    for (const field of struct.fields) {
      if (field.kind[0] === 'hidden' || field.kind[0] === 'one') continue;
      if (field.inUnion && camel(value.type) !== field.name) continue;
      const from = at + field.offset;
      if (isKind(field.kind, 'pointer')) {
        if (field.count === null) continue;
        const count = struct.byName.get(field.count);
        value[field.name] = this.live(field.kind[1], this.view.getUint32(from, true), this.read(count.kind, at + count.offset));
      } else {
        value[field.name] = this.read(field.kind, from);
        if (field.count !== null) {
          const count = struct.byName.get(field.count);
          value[field.name] = value[field.name].slice(0, this.read(count.kind, at + count.offset));
        }
      }
    }
    return value;
  }

  /** A view of the module's memory, of scalars; a copy of structs. */
  live(kind, at, count) {
    const live = ARRAYS[kind];
    return live === undefined ? this.readArray(kind, at, count) : new live(this.buffer, count > 0 ? at : 0, count);
  }

  readArray(kind, at, count) {
    const live = ARRAYS[kind];
    if (live !== undefined) return new live(this.buffer, at, count).slice();
    const size = this.size(kind);
    return Array.from({ length: count }, (_, i) => this.read(kind, at + i * size));
  }
}

/** Makes a method of a row of api.calls. */
function method(scree, [on, name, symbol, result, plans]) {
  const { memory, exports } = scree;
  const call = exports[symbol];
  const isMethod = on !== 'module';
  const given = plans.filter(([kind]) => ['in', 'in_out', 'array', 'array_in_out', 'world', 'tree'].includes(kind));
  const resultStruct = isKind(result, 'struct') ? result[1] : null;
  const finds = plans.some(([kind]) => kind === 'capacity');

  function run(self, values) {
    const args = [], outs = [];
    let index = 0, count = null, resultAt = 0, found = null;
    if (resultStruct !== null) {
      resultAt = memory.take(memory.size(result));
      args.push(resultAt);
    }
    const places = [];
    for (const [kind, argument, type] of plans) {
      const what = camel(argument);
      const takes = given.length > index && given[index][1] === argument;
      const value = takes ? values[index++] : undefined;
      switch (kind) {
        case 'self': args.push(self); break;
        case 'world': case 'tree': args.push(scree.pointerOf(value, what)); break;
        case 'in': case 'in_out': {
          if (isKind(type, 'struct')) {
            const at = value === null ? 0 : memory.struct(type[1], value, what);
            if (value && count === null && typeof value.count !== 'number') {
              count = Object.values(value).find((v) => ArrayBuffer.isView(v))?.length ?? null;
            } else if (value && typeof value.count === 'number') {
              count ??= value.count;
            }
            if (kind === 'in_out') outs.push({ name: what, into: value, read: () => memory.read(type, at) });
            args.push(at);
          } else {
            if (value === undefined) throw new TypeError(`scree: ${name} needs ${what}`);
            args.push(memory.scalar(type, value, what));
          }
          break;
        }
        case 'array': case 'array_in_out': {
          if (value === null || value === undefined) {
            args.push(0);
            break;
          }
          if (count !== null && value.length !== count) {
            throw new RangeError(`scree: ${what} has ${value.length} values, not ${count}`);
          }
          count = value.length;
          const at = memory.array(type, value, what);
          if (kind === 'array_in_out') outs.push({ name: what, read: () => memory.readArray(type, at, count) });
          args.push(at);
          break;
        }
        case 'out': {
          const at = memory.take(memory.size(type));
          outs.push({ name: what, read: () => memory.read(type, at) });
          args.push(at);
          break;
        }
        // Their place needs a number that later arguments tell.
        default: places.push({ kind, at: args.length, name: what, type }); args.push(0);
      }
    }
    for (const place of places) {
      if (place.kind === 'count') args[place.at] = count ?? 0;
      if (place.kind === 'array_out') {
        const at = memory.take((count ?? 0) * memory.size(place.type));
        args[place.at] = at;
        outs.push({ name: place.name, read: () => memory.readArray(place.type, at, count ?? 0) });
      }
      if (place.kind === 'found') found = place;
    }
    let value = call(...args);
    memory.refresh();
    if (finds && value > 0) {
      const at = memory.take(value * memory.size(found.type));
      args[found.at] = at;
      args[places.find(({ kind }) => kind === 'capacity').at] = value;
      value = Math.min(call(...args), value);
      memory.refresh();
      outs.push({ name: found.name, read: () => memory.readArray(found.type, at, value) });
    } else if (finds) {
      outs.push({ name: found.name, read: () => memory.readArray(found.type, 0, 0) });
    }
    scree.check(isMethod && on === 'world' ? self : 0);
    if (isKind(result, 'enum') && result[1] === 'scree_result') scree.checkResult(name, value);
    for (const out of outs) if (out.into) Object.assign(out.into, out.read());
    const results = outs.filter(({ into }) => !into);
    if (results.length === 1) return results[0].read();
    if (results.length > 1) return Object.fromEntries(results.map((out) => [out.name, out.read()]));
    return convert(value, resultAt);
  }

  function convert(value, resultAt) {
    if (resultStruct !== null) return memory.read(result, resultAt);
    if (isKind(result, 'enum')) return result[1] === 'scree_result' ? undefined : api.enums[result[1]][value];
    switch (result) {
      case 'u64': return BigInt.asUintN(64, value);
      case 'u32': return value >>> 0;
      case 'bool': return value !== 0;
      case 'string': return value === 0 ? null : memory.string(value);
      case 'world': return scree.worldAt(value);
      case 'tree': return scree.treeAt(value);
      case 'void': return undefined;
      default: return value;
    }
  }

  const needed = given.length;
  return function (...values) {
    if (values.length > needed) throw new TypeError(`scree: ${name} takes ${needed} arguments, not ${values.length}`);
    const mark = memory.mark();
    try {
      return run(isMethod ? scree.pointerOf(this, name) : 0, values);
    } finally {
      memory.release(mark);
    }
  };
}

class Scree {
  constructor(exports, memory) {
    this.exports = exports;
    this.memory = new Memory(exports, memory);
    this.errors = new Map();
    this.pointers = new WeakMap();
    const scree = this;
    this.World = class World {
      destroy() {
        const pointer = scree.pointerOf(this, 'destroy');
        exports.scree_world_destroy(pointer);
        scree.check(0);
        scree.errors.delete(pointer);
        scree.pointers.delete(this);
      }

      saveImage() {
        return scree.saveBlock(this, 'image');
      }

      restoreImage(image) {
        scree.loadBlock(this, 'restore_image', image);
      }

      saveSnapshot() {
        return scree.saveBlock(this, 'snapshot');
      }

      loadSnapshot(snapshot) {
        scree.loadBlock(this, 'load_snapshot', snapshot);
      }
    };
    this.Tree = class Tree {
      destroy() {
        exports.scree_tree_destroy(scree.pointerOf(this, 'destroy'));
        scree.check(0);
        scree.pointers.delete(this);
      }
    };
    const own = new Set(['scree_world_create', 'scree_world_destroy', 'scree_tree_create', 'scree_tree_destroy']);
    for (const row of api.calls) {
      if (own.has(row[2])) continue;
      const target = { world: this.World.prototype, tree: this.Tree.prototype, module: this }[row[0]];
      target[row[1]] = method(this, row);
    }
  }

  get memoryBytes() {
    return this.memory.memory.buffer.byteLength;
  }

  get simd() {
    return this.simdName(this.simdBest());
  }

  createWorld(def = {}) {
    const mark = this.memory.mark();
    try {
      const pointer = this.exports.scree_world_create(this.memory.struct('scree_world_def', def, 'def'));
      this.memory.refresh();
      this.check(0);
      return this.worldAt(pointer);
    } finally {
      this.memory.release(mark);
    }
  }

  createTree() {
    const pointer = this.exports.scree_tree_create(0);
    this.memory.refresh();
    this.check(0);
    return this.treeAt(pointer);
  }

  /** The bytes of scree_world_save_image or scree_world_save_snapshot. */
  saveBlock(world, what) {
    const pointer = this.pointerOf(world, what), { memory, exports } = this;
    const mark = memory.mark();
    try {
      const size = exports[`scree_world_${what}_size`](pointer) >>> 0, at = memory.take(size);
      exports[`scree_world_save_${what}`](pointer, at, size);
      this.check(0);
      return memory.bytes.slice(at, at + size);
    } finally {
      memory.release(mark);
    }
  }

  loadBlock(world, call, bytes) {
    const pointer = this.pointerOf(world, call), { memory, exports } = this;
    const mark = memory.mark();
    try {
      exports[`scree_world_${call}`](pointer, memory.array('u8', bytes, 'bytes'), bytes.length);
      memory.refresh();
      this.check(pointer);
    } finally {
      memory.release(mark);
    }
  }

  /** Calls `write` with room for `size` bytes and a place for the number of bytes that it wrote. */
  newBlock(size, write) {
    const { memory } = this, mark = memory.mark();
    try {
      const at = memory.take(size), count = memory.take(4);
      write(at, count);
      memory.refresh();
      this.check(0);
      return memory.bytes.slice(at, at + memory.read('u32', count));
    } finally {
      memory.release(mark);
    }
  }

  imageSaveDelta(base, image) {
    const { memory } = this, size = Math.ceil(image.length * 9 / 8) + 16000;
    return this.newBlock(size, (at, count) => this.exports.scree_image_save_delta(memory.array('u8', base, 'base'),
      base.length, memory.array('u8', image, 'image'), image.length, at, size, count));
  }

  imageApplyDelta(base, delta, size) {
    const { memory } = this;
    return this.newBlock(memory.whole(size, 'size'), (at, count) => this.exports.scree_image_apply_delta(
      memory.array('u8', base, 'base'), base.length, memory.array('u8', delta, 'delta'), delta.length, at, size, count));
  }

  outlineDecompose(points) {
    const { memory } = this, mark = memory.mark(), polygon = ['struct', 'scree_polygon'];
    try {
      const outline = memory.array(['struct', 'scree_vec2'], points, 'points'), capacity = Math.max(points.length - 2, 0);
      const parts = memory.take(capacity * memory.size(polygon)), count = memory.take(4);
      const result = this.exports.scree_outline_decompose(outline, points.length, parts, capacity, count);
      memory.refresh();
      this.checkResult('outlineDecompose', result);
      return memory.readArray(polygon, parts, memory.read('i32', count));
    } finally {
      memory.release(mark);
    }
  }

  wrap(pointer, type) {
    const object = new type();
    this.pointers.set(object, pointer);
    return object;
  }

  worldAt(pointer) {
    return this.wrap(pointer, this.World);
  }

  treeAt(pointer) {
    return this.wrap(pointer, this.Tree);
  }

  pointerOf(object, what) {
    const pointer = typeof object === 'object' && object !== null ? this.pointers.get(object) : undefined;
    if (pointer === undefined) throw new TypeError(`scree: ${what} needs a world or tree that is not destroyed`);
    return pointer;
  }

  /** Throws if a call returned an error, which calls without a world do not store. */
  checkResult(name, value) {
    const code = api.enums.scree_result[value];
    if (value !== 0) throw new ScreeError(code, `scree: ${name} failed with ${code}`);
  }

  /** Throws if a call stored an error in the world, or in the thread: 0. */
  check(world) {
    for (const of of world === 0 ? [0] : [world, 0]) {
      const number = this.exports.scree_js_error_number(of) >>> 0;
      if (number !== (this.errors.get(of) ?? 0)) {
        this.errors.set(of, number);
        const code = api.enums.scree_result[this.exports.scree_js_error_code(of)];
        throw new ScreeError(code, this.memory.string(this.exports.scree_error_text(of)));
      }
    }
  }
}

async function moduleBytes(source) {
  if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof Response !== 'undefined' && (source instanceof Response || source instanceof Promise)) {
    return (await source).arrayBuffer();
  }
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`scree: ${url} answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** Whether this engine compiles instructions of SIMD128: a function that splats a lane. */
function hasSimd() {
  return WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0,
    65, 0, 253, 17, 11));
}

/** The module for this engine. */
function ownModule() {
  return hasSimd() ? new URL('./scree.wasm', import.meta.url) : new URL('./scree-scalar.wasm', import.meta.url);
}

export async function load({ wasm } = {}) {
  const compiled = await moduleBytes(wasm ?? ownModule());
  const module = compiled instanceof WebAssembly.Module ? compiled : await WebAssembly.compile(compiled);
  const { exports, memory } = await instantiate(module);
  exports._initialize?.();
  return new Scree(exports, memory);
}
