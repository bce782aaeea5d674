import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ops } from '@fairmark/cli/testing/ops';
import { ERRORS } from '@fairmark/contract';
import { settingNames } from '@fairmark/server';
import { ROOT } from '../support/stack.js';
import type { Names } from './table.js';

const TIMEOUT_MS = 10_000;
const NO_ID = '00000000-0000-4000-8000-000000000000';
/** Routes outside the document: probes for operators and proxies. */
const UNDESCRIBED = ['GET /health/live', 'GET /health/ready', 'GET /api/docs', 'GET /api/docs-json'];

/** Metrics of a process, with type and labels. */
export async function metricNames(base: string): Promise<Names> {
  const text = await (await get(`${base}/metrics`)).text();
  const labels = new Map<string, Set<string>>();
  for (const [, metric = '', inner = ''] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{(.*)\} /gm)) {
    const all = labels.get(metric) ?? new Set<string>();
    for (const [, label = ''] of inner.matchAll(/(\w+)="/g)) if (label !== 'le') all.add(label);
    labels.set(metric, all);
  }
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, metric = '', type = '']): [string, string] => {
    // Node's own metrics sometimes have no value and thus no labels.
    const its = /^fairmark_(?:nodejs|process)_/.test(metric) ? [] : [...(labels.get(metric) ?? [])];
    return [metric, [type, ...its.sort()].join(' ')];
  });
  return Object.fromEntries(types.sort(byName));
}

interface Schema {
  $ref?: string;
  /** Includes `null` for a nullable field. */
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The documented routes: whether they require a token, determined by calling them without one, and their input. */
export async function routeNames(base: string): Promise<Names> {
  const document = (await (await get(`${base}/api/docs-json`)).json()) as ApiDocument;
  const described = Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), route, operation })),
  );
  const names = await Promise.all(
    described.map(async ({ method, route, operation }): Promise<[string, string]> => {
      const url = base + route.replaceAll(/\{\w+\}/g, NO_ID);
      const { status } = await fetch(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS) });
      return [
        `${method} ${route.replaceAll(/\{\w+\}/g, ':id')}`,
        [status === 401 ? 'token' : 'public', ...taken(operation, document)].join('; '),
      ];
    }),
  );
  const others = await Promise.all(
    UNDESCRIBED.map(async (name): Promise<[string, string]> => {
      const { status } = await get(base + (name.split(' ')[1] ?? ''));
      return [name, `public; answers ${status}`];
    }),
  );
  return Object.fromEntries([...names, ...others].sort(byName));
}

function taken({ parameters = [], requestBody }: Operation, document: ApiDocument): string[] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema = {} }) => `${name}${required === true ? '' : '?'} ${typeOf(schema, document)}`);
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([kind, { schema }]) => `${kind} ${typeOf(schema, document)}`,
  );
  return [...(query.length === 0 ? [] : [`query ${query.sort().join(', ')}`]), ...bodies];
}

/** A schema by its fields, without class names. */
function typeOf(schema: Schema, document: ApiDocument): string {
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return typeOf(only, document);
  if (schema.$ref !== undefined) {
    return typeOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document);
  }
  if (schema.enum !== undefined) return schema.enum.join('|');
  if (schema.items !== undefined) return `${typeOf(schema.items, document)}[]`;
  if (schema.properties === undefined) return schema.format ?? [schema.type ?? 'any'].flat()[0] ?? 'any';
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => `${name}${schema.required?.includes(name) === true ? '' : '?'} ${typeOf(field, document)}`,
  );
  return `{ ${fields.sort().join(', ')} }`;
}

export function errorNames(): Names {
  return Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, String(status)]));
}

/** Settings that the services read, and those in the documentation; a separate test compares both. */
export function settingDefaults(): Names {
  const handbook = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const rows = [...handbook.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) +\| (.*?) +\|/gm)];
  const written = rows.flatMap(([, names = '', fallback = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, fallback]),
  );
  const names = settingNames().map((name): [string, string] => [name, 'none']);
  return Object.fromEntries(Object.entries(Object.fromEntries([...names, ...written])).sort(byName));
}

/** Keys of the browser's storage in the client's sources. */
export function storageNames(): Names {
  const sources = textsBelow(path.join(ROOT, 'web/src'));
  const keys = /^const PREFIX = '([\w.]+)';[^]*?^export type StoredKey =([^;]+);/m;
  const [, prefix = '', union = ''] = sources.map((text) => keys.exec(text)).find((found) => found !== null) ?? [];
  const stored = [...union.matchAll(/['`]([^'`]+)['`]/g)].map(([, key = '']): [string, string] => [
    `local storage ${prefix}${key.replaceAll(/\$\{\w+\}/g, '*')}`,
    'a key',
  ]);
  const databases = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:indexedDB|caches)\.open\((.*?)[,)]/g)].map(([, name = '']): [string, string] => [
      name,
      'database or cache',
    ]),
  );
  return Object.fromEntries([...databases, ...stored].sort(byName));
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec)\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

/** npm scripts, and operators' commands with what they take, as listed in their help. */
export async function programNames(): Promise<Names> {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const own = Object.keys(scripts).map((name): [string, string] => [`npm run ${name}`, 'a script']);
  return Object.fromEntries([...own, ...(await commandsBelow([]))].sort(byName));
}

/** The commands below one: name, arguments and options. */
async function commandsBelow(words: readonly string[]): Promise<[string, string][]> {
  const [, listed = ''] = (await helpOf(words)).split('\nCommands:\n');
  const all: [string, string][] = [];
  for (const [, name = '', takes = ''] of listed.matchAll(/^ {2}([a-z][\w-]*)((?: [[<][^\s]+[\]>])*)/gm)) {
    if (name === 'help') continue;
    const command = [...words, name];
    const options = [...(await helpOf(command)).matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option);
    if (takes !== '') all.push([['ops', ...command].join(' '), [takes.trim(), ...options].join(' ')]);
    all.push(...(await commandsBelow(command)));
  }
  return all;
}

async function helpOf(command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await ops(null, [...command, '--help']);
  if (code !== 0) throw new Error(`No help for ${command.join(' ')}: ${stderr}`);
  return stdout;
}

function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
}

export const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
