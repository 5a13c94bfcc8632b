// An instance of a module of scree, with what it needs of the system.

export async function instantiate(module) {
  let memory = null;
  // The module has no files, no environment and no output.
  const system = {
    clock_time_get(clock, precision, at) {
      new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      const view = new DataView(memory.buffer);
      view.setUint32(count, 0, true);
      view.setUint32(bytes, 0, true);
      return 0;
    },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = system[name] ?? (() => (name.startsWith('fd_') ? 8 : 0));
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  return { exports, memory };
}
