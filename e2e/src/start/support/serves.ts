import { statSync } from 'node:fs';
import path from 'node:path';
import type { Clone } from './clone.js';
import type { StartedProduct } from './started-product.js';

/** Checks that the first start of a clone, with the demo, serves everything it prints and protects its key and logs. */
export async function servesAll(clone: Clone, product: StartedProduct): Promise<void> {
  expect(await product.get('/health/ready')).toBe(200);
  expect(await product.get('/')).toBe(200);
  expect(await product.get('/api/docs')).toBe(200);
  expect((await fetch(product.printed('Mail inbox'))).status).toBe(200);
  expect(await product.query('show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  expect(await product.query('select count(*)::int > 7 as enough from app.courses')).toEqual([{ enough: true }]);
  expect(keyOf(clone).mode & 0o077).toBe(0);
  for (const log of ['logs', 'logs/api.log', 'logs/setup.log']) {
    expect([log, statSync(path.join(clone.dataDir, log)).mode & 0o077]).toEqual([log, 0]);
  }
}

/** The file with the key of access tokens. */
export function keyOf(clone: Clone): { mode: number; ino: number } {
  return statSync(path.join(clone.dataDir, 'jwt-secret'));
}

/** Checks that Ctrl-C ends it within ten seconds and leaves nothing behind. */
export async function stopsOnCtrlC(clone: Clone, product: StartedProduct): Promise<void> {
  product.pressCtrlC();
  expect(await product.end()).toEqual({ code: 0, signal: null });
  expect(product.output).toContain('Stopped.');
  expect(clone.processes()).toEqual([]);
}
