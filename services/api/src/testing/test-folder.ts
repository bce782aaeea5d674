import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for the tests of this file or `describe`. */
export class TestFolder {
  readonly place = mkdtempSync(path.join(tmpdir(), 'fairmark-test-'));

  constructor() {
    afterAll(() => rmSync(this.place, { recursive: true, force: true }));
  }

  /** Writes a file, a list as JSON. Returns its path. */
  file(name: string, content: string | Uint8Array | object[]): string {
    const file = path.join(this.place, name);
    mkdirSync(path.dirname(file), { recursive: true });
    const isList = Array.isArray(content);
    writeFileSync(file, isList ? JSON.stringify(content, null, 1) : content);
    return file;
  }
}
