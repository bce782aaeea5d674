import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@fairmark/events/testing/folder';

/** A folder for the tests of this file or `describe`. */
export class TestFolder {
  readonly place = suiteFolder();

  /** Writes a file, a list as JSON. Returns its path. */
  file(name: string, content: string | Uint8Array | object[]): string {
    const file = path.join(this.place, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, Array.isArray(content) ? JSON.stringify(content, null, 1) : content);
    return file;
  }
}
