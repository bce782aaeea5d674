import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocument } from '../../http/openapi.js';

/** An input or a part of one, as the document of the API describes it, with what it refers to in its place. */
export interface Field {
  properties?: Readonly<Record<string, Field>>;
  items?: Field;
  $ref?: string;
  allOf?: Field[];
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  minimum?: number;
}

/** A route of the running api. Its path has parameters as `{id}`. */
export interface InputRoute {
  method: string;
  path: string;
  query: Field;
  body: Field;
}

interface Operation {
  parameters?: { name: string; in: string; schema: Field }[];
  requestBody?: { content: Record<string, { schema: Field }> };
}

/** Every route with a query or a body. */
export function inputRoutes(app: NestFastifyApplication): InputRoute[] {
  const { paths, components } = apiDocument(app);
  const whole = ({ $ref = '', allOf = [], items, properties = {}, ...field }: Field): Field => {
    const name = ($ref || allOf[0]?.$ref)?.split('/').at(-1) ?? '';
    const named = components?.schemas?.[name] as Field | undefined;
    if (named !== undefined) return whole(named);
    return {
      ...field,
      ...(items === undefined ? {} : { items: whole(items) }),
      properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, whole(part)])),
    };
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).flatMap(([method, { parameters = [], requestBody }]) => {
      const queries = parameters.filter((parameter) => parameter.in === 'query');
      const query = whole({ properties: Object.fromEntries(queries.map(({ name, schema }) => [name, schema])) });
      const body = whole(Object.values(requestBody?.content ?? {})[0]?.schema ?? {});
      return leavesOf(query).length + leavesOf(body).length === 0
        ? []
        : [{ method: method.toUpperCase(), path, query, body }];
    }),
  );
}

const fieldsOf = ({ properties = {} }: Field): [string, Field][] => Object.entries(properties);

/** The fields of an input that hold plain values, including nested ones: `settings.handicap`. */
export function leavesOf(input: Field): string[] {
  return fieldsOf(input).flatMap(([name, field]) => {
    const nested = leavesOf(field.items ?? field);
    return nested.length === 0 ? [name] : nested.map((leaf) => `${name}.${leaf}`);
  });
}

/** An input with a value in every field. `given`: values by field name that the description does not imply. */
export function filled(input: Field, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const valueOf = (name: string, field: Field): unknown => given[name] ?? exampleOf(name, field, given);
  return Object.fromEntries(
    fieldsOf(input).map(([name, field]) => [
      name,
      field.items === undefined ? valueOf(name, field) : [valueOf(name, field.items)],
    ]),
  );
}

function exampleOf(name: string, field: Field, given: Readonly<Record<string, unknown>>): unknown {
  if (fieldsOf(field).length > 0) return filled(field, given);
  if (field.enum !== undefined) return field.enum[0];
  if (field.format === 'uuid') return '8d6b0c1e-6f0a-4a52-9d6c-3f3f5f0f7a11';
  // Not in a JSON body.
  if (field.format === 'binary') return '';
  if (field.format === 'email') return 'new.golfer@golfers.test';
  const types = [field.type].flat();
  if (types.includes('boolean')) return true;
  if (types.includes('number') || types.includes('integer')) return Math.max(1, field.minimum ?? 1);
  return types.includes('object') ? {} : `a ${name}`;
}
