import { readFileSync, writeFileSync } from 'node:fs';
import { apiDocument } from './openapi.js';
import { answerSchemas } from '../testing/answer-schemas.js';
import { apiForSuite } from '../testing/api.js';
import { expectDescribed } from '../testing/described-answers.js';

/**
 * The document of the API shows what each call answers. That real answers are so is checked by every suite, with each call
 * that succeeds (testing/api.ts).
 */

const FILE = new URL('../../answers.json', import.meta.url);
const api = apiForSuite();
type Operations = Record<string, { operationId: string; responses: object }>;

test('answers.json is what the types say (UPDATE_GOLDEN=1 replaces it)', () => {
  const operations = Object.values(apiDocument(api.app).paths).flatMap((path) => Object.values(path as Operations));
  const schemas = answerSchemas(new Set(operations.map(({ operationId }) => operationId)));
  const write = (value: object) => `${JSON.stringify(value, null, 1)}\n`;
  if ((process.env.UPDATE_GOLDEN ?? '') !== '') writeFileSync(FILE, write(schemas));
  expect(readFileSync(FILE, 'utf8')).toBe(write(schemas));
});

test('every route has the schema of its answer, or answers a picture', () => {
  const { paths } = apiDocument(api.app);
  const bare = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Operations)
      .filter(([, { responses }]) => !JSON.stringify(responses).includes('"schema"'))
      .map(([method]) => `${method} ${path}`),
  );
  expect(bare.sort()).toEqual([
    'get /api/adverts/pictures/{id}',
    'get /api/courses/pictures/{id}',
    'get /api/user/avatars/{id}',
  ]);
});

test('an answer that is not as described fails the suite that asked', () => {
  const answered = (answer: object) => () => expectDescribed(api.app, 'GET', '/api/match/current', answer);
  const answer = { status: 200, position: null, current: null, maxGroupSize: 3 };
  expect(answered(answer)).not.toThrow();
  expect(answered({ ...answer, current: undefined })).toThrow('answers what is not described');
  expect(answered({ ...answer, more: 1 })).toThrow('answers what is not described');
});
