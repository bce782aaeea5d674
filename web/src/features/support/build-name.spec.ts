import { buildName } from './build-name.js';

it('a build is named by its first script', () => {
  expect(buildName('https://fairmark.example/assets/index-BOyX-h8C.js')).toBe('BOyX-h8C');
  expect(buildName('https://fairmark.example/assets/index-Dv1xruhG.js')).toBe('Dv1xruhG');
  expect(buildName('http://localhost:5173/src/main.tsx')).toBe('development');
  expect(buildName(undefined)).toBe('development');
});
