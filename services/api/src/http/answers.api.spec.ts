import { readFileSync, writeFileSync } from 'node:fs';
import { errorAnswer } from '@fairmark/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiDocument } from './openapi.js';
import { answerSchemas } from '../testing/answer-schemas.js';
import { apiForSuite } from '../testing/api.js';
import { expectDescribed } from '../testing/described-answers.js';

/**
 * The document of the API describes each answer. Every suite checks real answers against it, for each call
 * that succeeds (testing/api.ts).
 */

const FILE = new URL('../../answers.json', import.meta.url);
const api = apiForSuite();
type Operations = Record<string, { operationId: string; responses: { default: object } }>;

test('answers.json matches the types (UPDATE_GOLDEN=1 replaces it)', () => {
  const operations = Object.values(apiDocument(api.app).paths).flatMap((path) => Object.values(path as Operations));
  const schemas = answerSchemas(new Set(operations.map(({ operationId }) => operationId)));
  const write = (value: object) => `${JSON.stringify(value, null, 1)}\n`;
  if ((process.env.UPDATE_GOLDEN ?? '') !== '') writeFileSync(FILE, write(schemas));
  expect(readFileSync(FILE, 'utf8')).toBe(write(schemas));
});

test('every route has a schema for its answer, or answers a picture', () => {
  const { paths } = apiDocument(api.app);
  const bare = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Operations).flatMap(([method, { responses }]) => {
      const { default: _refusal, ...answers } = responses;
      return /"schema"|"image\/webp"/.test(JSON.stringify(answers)) ? [] : [`${method} ${path}`];
    }),
  );
  expect(bare).toEqual([]);
});

test('an answer that does not match its description fails the suite', () => {
  const answered = (answer: object) => () => expectDescribed(api.app, 'GET', '/api/match/current', answer);
  const answer = { status: 200, position: null, current: null, maxGroupSize: 3 };
  expect(answered(answer)).not.toThrow();
  expect(answered({ ...answer, current: undefined })).toThrow('answers what is not described');
  expect(answered({ ...answer, more: 1 })).toThrow(/answers what is not described(.|\n)*UPDATE_GOLDEN=1/);
});

test('a client that checks answers against this document accepts the fields of later releases', () => {
  expect(JSON.stringify(apiDocument(api.app)).includes('"additionalProperties":false')).toBe(false);
});

test('a client that checks bodies against this document can send any handicap', () => {
  const fits = new Ajv2020({ strict: false }).compile(apiDocument(api.app).components?.schemas?.Settings ?? {});
  const handicaps = Array.from({ length: 650 }, (_, nth) => (nth - 109) / 10);
  expect(handicaps.filter((handicap) => !fits({ handicap }))).toEqual([]);
  expect(fits({ handicap: -11 }) || fits({ handicap: 54.1 })).toBe(false);
});

test('every route has the schema of its refusal', () => {
  const operations = Object.values(apiDocument(api.app).paths).flatMap((path) => Object.values(path as Operations));
  const fits = new Ajv2020({ strict: false }).compile(apiDocument(api.app).components?.schemas?.ErrorAnswer ?? {});
  for (const { operationId, responses } of operations) {
    expect([operationId, JSON.stringify(responses.default)]).toEqual([
      operationId,
      expect.stringContaining('/ErrorAnswer"'),
    ]);
  }
  expect(fits(errorAnswer('SCORE_CHANGED', { current: null }))).toBe(true);
  expect(fits({ status: 409, error: { code: 'OF_A_LATER_RELEASE', message: '' } })).toBe(true);
  expect(fits({ status: 409, error: { message: '' } })).toBe(false);
});

test('a DELETE describes the fields that it reads from its body or the query', () => {
  const { paths } = apiDocument(api.app);
  const bodies = Object.entries(paths).flatMap(([path, { delete: operation }]) => {
    const read = JSON.stringify(operation?.requestBody ?? {}).match(/schemas\/(\w+)/)?.[1];
    return read === undefined ? [] : [[path, read]];
  });
  expect(Object.fromEntries(bodies)).toEqual({
    '/api/match/invite': 'RemovePlayer',
    '/api/match/round': 'LeaveRound',
    '/api/match/{matchId}/verify': 'ReopenCard',
  });
});
