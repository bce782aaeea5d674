import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stage } from '@fairmark/e2e/browser/stage';
import { eventually } from '@fairmark/events/testing/eventually';
import { Service } from '@fairmark/e2e/support/stack';
import { freePort } from '@fairmark/tools';
import { serviceEnvironment } from '../system/product.js';

/** A minimal page: a heading, and a button with a script of one line. */
const PAGE = `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8" />
    <title>Floor</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="An almost empty page." />
    <link rel="icon" href="data:," />
    <style>button { min-width: 60px; min-height: 60px }</style>
  </head>
  <body>
    <main>
      <h1>Floor</h1>
      <button>4</button>
      <p></p>
    </main>
    <script>
      document.querySelector('button').onclick = (event) => (event.target.nextElementSibling.textContent += '4 ');
    </script>
  </body>
</html>
`;

/** Another process of the same api that serves an almost empty page, to measure the machine and the server alone. */
export async function serveFloor(stage: Stage): Promise<{ base: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-floor-'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const service = new Service('api', {
    ...serviceEnvironment(stage.stack.databaseUrl),
    PORT: String(port),
    WEB_DIR: folder,
  });
  service.start();
  const stop = async () => {
    await service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(
      async () => (await fetch(base).catch(() => null))?.ok === true,
      () => `the floor's page is served. Its server said: ${service.output.slice(-1_000)}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { base, stop };
}
