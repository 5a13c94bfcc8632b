// A page with the package in headless Chromium, from a local server. Skipped where there is no chromium.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { moduleFile } from './package.mjs';

const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const HASH = '7249fa1c30c9cd60';

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find((name) =>
  spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);

/** Serves the page and the package, and resolves `report` with the text that the page posts. */
async function serve() {
  let reported;
  const report = new Promise((resolve) => { reported = resolve; });
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let text = '';
      for await (const part of request) text += part;
      response.end();
      reported(text);
      return;
    }
    const file = request.url === '/' ? new URL('./page/index.html', import.meta.url)
      : moduleFile(request.url.replace('/package/', ''));
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { 'Content-Type': TYPES[extname(fileURLToPath(file))] ?? 'text/plain' });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, report, url: `http://127.0.0.1:${server.address().port}/` };
}

async function visit() {
  const { server, report, url } = await serve();
  const profile = await mkdtemp(join(tmpdir(), 'scree-page-'));
  const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-extensions',
    '--remote-debugging-port=0', `--user-data-dir=${profile}`, url], { stdio: 'ignore' });
  const ended = new Promise((resolve) => { browser.on('exit', resolve); });
  try {
    return await Promise.race([report, ended.then((status) => `the browser ended with ${status}`)]);
  } finally {
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const options = { skip: chromium === undefined ? 'there is no chromium here' : false, timeout: 240000 };

test('the modules have the hash of the library in a page', options, async () => {
  assert.equal(await visit(), `scree.wasm: simd128 ${HASH}\nscree-scalar.wasm: scalar ${HASH}\n`);
});
