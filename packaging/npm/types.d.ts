// The calls of scree in JavaScript: names, units and rules are those of the C headers.

type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A value that a program hands in: members may be left out, vectors and typed arrays may be arrays. */
export type Given<T> = T extends Numbers
  ? T | number[]
  : T extends BigUint64Array
    ? T | bigint[]
    : T extends (infer E)[]
      ? Given<E>[]
      : T extends Vec2
        ? Partial<Vec2> | [number, number]
        : T extends object
          ? { [K in keyof T]?: Given<T[K]> }
          : T;

/** An error of a call, with the text of scree_error_text. */
export class ScreeError extends Error {
  /** As 'error_argument'; see Result. */
  code: Result;
}

export interface LoadOptions {
  /** The module, where the modules do not lie beside scree.mjs. */
  wasm?: BufferSource | WebAssembly.Module | Response | Promise<Response> | URL | string;
}

/** Compiles the module. Each result is a process of its own: ids and worlds of one mean nothing to another. */
export function load(options?: LoadOptions): Promise<Scree>;

export interface Scree {
  /** 'simd128', or 'scalar' for a module built without it. */
  readonly simd: string;
  /** Bytes of memory that the module has taken. It grows and never shrinks. */
  readonly memoryBytes: number;
  /** Fields that are not given have the values of scree_world_def_default. */
  createWorld(def?: Given<WorldDef>): World;
  createTree(): Tree;
  /** The difference of an image from another one: scree_image_save_delta. */
  imageSaveDelta(base: Uint8Array, image: Uint8Array): Uint8Array;
  /** The image of `size` bytes from the difference and the same base: scree_image_apply_delta. */
  imageApplyDelta(base: Uint8Array, delta: Uint8Array, size: number): Uint8Array;
  /** Convex parts of the area within an outline: scree_outline_decompose. */
  outlineDecompose(points: Given<Vec2>[]): Polygon[];
}

export interface World {
  /** The state of the world, for restoreImage: scree_world_save_image. */
  saveImage(): Uint8Array;
  restoreImage(image: Uint8Array): void;
  /** The state of the world as a portable file: scree_world_save_snapshot. */
  saveSnapshot(): Uint8Array;
  loadSnapshot(snapshot: Uint8Array): void;
}

