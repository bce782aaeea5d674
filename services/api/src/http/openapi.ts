import { readFileSync } from 'node:fs';
import { ERRORS, errorAnswer } from '@fairmark/contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Refusal } from './refusal.js';

/** A JSON schema. */
export type Schema = Record<string, unknown>;

/** The schemas of successful answers, by operation, and the contract's types that they use. */
export interface AnswerSchemas {
  operations: Record<string, Schema>;
  schemas: Record<string, Schema>;
}

/** Generated from the types by `answers.api.spec.ts`, since a running api does not have them. */
const ANSWERS: AnswerSchemas = JSON.parse(readFileSync(new URL('../../answers.json', import.meta.url), 'utf8'));

const ERROR_ANSWER: Schema = {
  type: 'object',
  required: ['status', 'error'],
  properties: {
    status: { type: 'integer' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
    },
  },
};
const REFUSED = {
  description: 'Refusal',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
};

/** Files of the API's page; its package serves more that the page does not need. */
const PAGE_FILE =
  /^\/api\/docs\/(docs\/)?(swagger-ui(-init|-bundle|-standalone-preset)?\.(css|js)|favicon-[\dx]+\.png|index\.(html|css))?$/;

/** The API's page at /api/docs, its document at /api/docs-json. */
export function serveApiPage(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request, _reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    // Match by route, because other spellings of the path reach the same files.
    if (request.routeOptions.url?.startsWith('/api/docs/') === true && !PAGE_FILE.test(path)) {
      throw new Refusal('NOT_FOUND');
    }
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'text/html') void reply.type('text/html; charset=utf-8');
    done(null, payload);
  });
  SwaggerModule.setup('api/docs', app, () => apiDocument(app), {
    raw: ['json'],
    customSiteTitle: 'Fairmark API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none' },
  });
}

/** The API as an OpenAPI document. */
export function apiDocument(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Fairmark')
    .setDescription(
      [
        'Golf rounds scored hole by hole on two phones, countersigned, and turned into leaderboards.',
        `Every success carries \`status\`; every refusal is \`{status, error: {code, message, details?}}\`, for example
        \`${JSON.stringify(errorAnswer('MATCH_NOT_FOUND'))}\`. With 429 and 503 \`Retry-After\` says how many seconds to
        wait. Times are ISO 8601 in UTC, days dates of the course's calendar; positions and revisions are decimal
        strings. Releases add fields and codes: ignore what you do not know. Codes and their HTTP status:
        ${Object.entries(ERRORS)
          .map(([code, { status }]) => `${code} ${status}`)
          .join(', ')}.`,
        `A command (a call that answers a \`revision\`) and a registration may carry an \`Idempotency-Key\` (UUID): sent again
        with it, it is carried out once. \`X-Device-Id\`, a random UUID of the installation, is kept in the log. The token
        of a registration becomes valid when a call with the same one verifies the email, and is revoked otherwise.`,
        `There is no CORS: pages of other origins cannot call. This document as JSON: [/api/docs-json](/api/docs-json).`,
      ]
        .map((paragraph) => paragraph.replaceAll(/\s+/g, ' '))
        .join('\n\n'),
    )
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  Object.assign((document.components ??= {}), {
    schemas: { ...document.components.schemas, ...ANSWERS.schemas, ErrorAnswer: ERROR_ANSWER },
  });
  const paths = Object.values(document.paths);
  const operations = paths.flatMap(({ get, put, post, delete: remove }) => [get, put, post, remove]);
  for (const { operationId = '', responses } of operations.filter((operation) => operation !== undefined)) {
    responses.default = REFUSED;
    const schema = ANSWERS.operations[operationId];
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    if (schema === undefined || success === undefined) continue;
    responses[success] = { description: 'Success', content: { 'application/json': { schema } } };
  }
  return document;
}
