import { readFileSync, writeFileSync } from 'node:fs';
import { errorAnswer } from '@fairmark/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiDocument } from './openapi.js';
import { answerSchemas } from '../testing/answer-schemas.js';
import { apiForSuite, registration } from '../testing/api.js';
import { expectDescribed } from '../testing/described-answers.js';

/**
 * The document of the API describes each answer. Every suite checks real answers against it, for each call
 * that succeeds (testing/api.ts).
 */

const FILE = new URL('../../answers.json', import.meta.url);
const api = apiForSuite();

/** Each operation that the document describes. */
const operations = () =>
  Object.values(apiDocument(api.app).paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string; responses: { default: object } }>),
  );
/** Whether a value has the form of a schema of the document. */
const fits = (schema: string) =>
  new Ajv2020({ strict: false }).compile(apiDocument(api.app).components?.schemas?.[schema] ?? {});

test('answers.json matches the types (UPDATE_GOLDEN=1 replaces it)', () => {
  const schemas = answerSchemas(new Set(operations().map(({ operationId }) => operationId)));
  const write = (value: object) => `${JSON.stringify(value, null, 1)}\n`;
  if ((process.env.UPDATE_GOLDEN ?? '') !== '') writeFileSync(FILE, write(schemas));
  expect(readFileSync(FILE, 'utf8')).toBe(write(schemas));
});

test('every route has a schema for its answer, or answers a picture, and has the schema of its refusal', () => {
  const bare = operations().flatMap(({ operationId, responses: { default: refusal, ...answers } }) => {
    const isDescribed = /"schema"|"image\/webp"/.test(JSON.stringify(answers));
    return isDescribed && JSON.stringify(refusal).includes('/ErrorAnswer"') ? [] : [operationId];
  });
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

test('a client that checks bodies against this document can send any handicap and golf number', () => {
  const isSettings = fits('Settings');
  const handicaps = Array.from({ length: 650 }, (_, nth) => (nth - 109) / 10);
  expect(handicaps.filter((handicap) => !isSettings({ handicap }))).toEqual([]);
  expect(isSettings({ handicap: -11 }) || isSettings({ handicap: 54.1 })).toBe(false);
  const isRegistration = fits('RegisterBody');
  const numbers = ['123456', '1234567', '12345678', '123456789', '1234567890', '123456x'];
  const sent = numbers.filter((golflinkNumber) => isRegistration(registration({ golflinkNumber })));
  expect(sent).toEqual(['1234567', '12345678', '1234567890']);
});

test('the schema of refusals includes codes of later releases', () => {
  const isRefusal = fits('ErrorAnswer');
  expect(isRefusal(errorAnswer('SCORE_CHANGED', { current: null }))).toBe(true);
  expect(isRefusal({ status: 409, error: { code: 'OF_A_LATER_RELEASE', message: '' } })).toBe(true);
  expect(isRefusal({ status: 409, error: { message: '' } })).toBe(false);
});
