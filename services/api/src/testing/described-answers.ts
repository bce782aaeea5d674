import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { apiDocument } from '../http/openapi.js';

interface DescribedRoute {
  address: RegExp;
  fits: ValidateFunction;
}

/** Routes of the document by method, those without parameters first. The same for every api of a worker. */
let routes: Map<string, DescribedRoute[]> | null = null;

/** Fails unless an answer matches its description in the document of the API. */
export function expectDescribed(app: NestFastifyApplication, method: string, path: string, answer: object): void {
  const address = path.split('?')[0] ?? '';
  const route = (routes ??= routesOf(app)).get(method)?.find((each) => each.address.test(address));
  if (route === undefined || route.fits(answer)) return;
  throw new Error(
    `${method} ${path} answers what is not described: ${JSON.stringify(route.fits.errors)}\n` +
      'If its type in libs/contract has changed: UPDATE_GOLDEN=1 npm test -- answers',
  );
}

function routesOf(app: NestFastifyApplication): Map<string, DescribedRoute[]> {
  // Releases may add fields, so the document leaves objects open; a field of this release has to be in it.
  const { paths, components }: OpenAPIObject = JSON.parse(JSON.stringify(apiDocument(app)), (_, value) =>
    value?.type === 'object' ? { additionalProperties: false, ...value } : value,
  );
  const ajv = new Ajv2020({ strict: false });
  const found = new Map<string, DescribedRoute[]>();
  const bySpecificity = Object.entries(paths).sort(([one], [other]) => one.split('{').length - other.split('{').length);
  for (const [path, operations] of bySpecificity) {
    for (const [method, { responses }] of Object.entries(operations as Record<string, { responses: object }>)) {
      const { content } = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? {};
      const schema = content?.['application/json']?.schema;
      if (schema === undefined) continue;
      const route = {
        address: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        fits: ajv.compile({ ...schema, components }),
      };
      found.set(method.toUpperCase(), [...(found.get(method.toUpperCase()) ?? []), route]);
    }
  }
  return found;
}
