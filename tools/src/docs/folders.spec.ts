import path from 'node:path';
import { all, filesBelow, textOf } from './pages.js';

const CODE = ['libs', 'services', 'cli', 'web/src', 'tools', 'bench', 'e2e'];
const LEFT_OUT = /\btesting\b|\.spec\.|\.d\.ts$/;

/** Each folder of code with the folders from which its files import; those of other packages are lint's. */
function importsOfFolders(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const files = CODE.flatMap(filesBelow).filter((file) => /\.(tsx?|mjs)$/.test(file) && !LEFT_OUT.test(file));
  for (const file of files) {
    const folder = path.dirname(file);
    const imported = imports.get(folder) ?? new Set();
    for (const place of all(textOf(file), /(?:from |import\()'(\.\.?\/[^']+)'/g)) {
      imported.add(path.dirname(path.join(folder, place)));
    }
    imported.delete(folder);
    imports.set(folder, imported);
  }
  return imports;
}

/** The folders that are in a circle, or import from one. */
function withCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map(imports);
  for (;;) {
    const free = [...left].filter(([, imported]) => ![...imported].some((folder) => left.has(folder)));
    if (free.length === 0) return [...left.keys()];
    for (const [folder] of free) left.delete(folder);
  }
}

it('no folders import each other in a circle', () => {
  const imports = importsOfFolders();
  expect(imports.size).toBeGreaterThan(100);
  expect(withCircles(imports)).toEqual([]);
});
