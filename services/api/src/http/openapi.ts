import { readFileSync } from 'node:fs';
import { ERRORS, errorAnswer } from '@fairmark/contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Refusal } from './refusal.js';

/** A JSON schema. */
export type Schema = Record<string, unknown>;

/** What routes answer when they succeed, by operation, and the types of the contract that the answers are made of. */
export interface AnswerSchemas {
  operations: Record<string, Schema>;
  schemas: Record<string, Schema>;
}

/** Made from the types (`answers.api.spec.ts`), which a running api does not have. */
const ANSWERS: AnswerSchemas = JSON.parse(readFileSync(new URL('../../answers.json', import.meta.url), 'utf8'));

/** Files of the API's page; its package brings more, which nothing asks for. */
const PAGE_FILE =
  /^\/api\/docs\/(docs\/)?(swagger-ui(-init|-bundle|-standalone-preset)?\.(css|js)|favicon-[\dx]+\.png|index\.(html|css))?$/;

/** The API's page at /api/docs, its document at /api/docs-json. */
export function serveApiPage(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request, _reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    // By its route: what a request spells in another way reaches the same files.
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
        'Every success carries `status`; every refusal is `{status, error: {code, message, details?}}`, for example',
        `\`${JSON.stringify(errorAnswer('MATCH_NOT_FOUND'))}\`. Codes: ${Object.keys(ERRORS).join(', ')}.`,
        'A command may carry an `Idempotency-Key` (UUID): sent again with it, it is carried out once.',
      ].join(' '),
    )
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .addSecurityRequirements('bearer')
    .build();
  // In OpenAPI 3.1 null is a type like any other.
  const document: OpenAPIObject = JSON.parse(JSON.stringify(SwaggerModule.createDocument(app, config)), (_, value) =>
    value?.nullable === true && typeof value.type === 'string' ? { ...value, type: [value.type, 'null'] } : value,
  );
  Object.assign((document.components ??= {}), { schemas: { ...document.components.schemas, ...ANSWERS.schemas } });
  for (const { get, put, post, delete: remove } of Object.values(document.paths)) {
    for (const operation of [get, put, post, remove]) {
      const schema = ANSWERS.operations[operation?.operationId ?? ''];
      const success = Object.keys(operation?.responses ?? {}).find((status) => status.startsWith('2'));
      if (operation === undefined || schema === undefined || success === undefined) continue;
      Object.assign(operation.responses, {
        [success]: { description: 'Success', content: { 'application/json': { schema } } },
      });
    }
  }
  return document;
}
