import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for the tests of this file or `describe`, removed after them. */
export function suiteFolder(): string {
  const folder = made();
  afterAll(() => removed(folder));
  return folder;
}

/** A new folder for each test of this file or `describe`. The function returns its path, or that of something in it. */
export function testFolder(): (...place: string[]) => string {
  const folders: string[] = [];
  beforeEach(() => void folders.push(made()));
  afterAll(() => folders.forEach(removed));
  return (...place) => path.join(folders.at(-1) ?? '', ...place);
}

const made = (): string => mkdtempSync(path.join(tmpdir(), 'fairmark-test-'));
const removed = (folder: string): void => rmSync(folder, { recursive: true, force: true });
