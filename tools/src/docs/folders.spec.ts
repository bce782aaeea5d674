import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';

const CODE = ['libs', 'services', 'cli', 'web/src', 'tools', 'bench', 'e2e'];
const LEFT_OUT = /\b(node_modules|dist|dist-types|testing)\b|\.spec\.|\.d\.ts$/;

/** Each folder of code with the folders from which its files import; those of other packages are lint's. */
function importsOfFolders(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const entries = CODE.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  for (const { name, parentPath } of entries) {
    const file = path.join(parentPath, name);
    if (!/\.(tsx?|mjs)$/.test(name) || LEFT_OUT.test(path.relative(ROOT, file))) continue;
    const folder = path.relative(ROOT, parentPath);
    const imported = imports.get(folder) ?? new Set();
    for (const [, place = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.\.?\/[^']+)'/g)) {
      imported.add(path.relative(ROOT, path.dirname(path.join(parentPath, place))));
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
