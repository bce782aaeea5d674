import { parse } from 'yaml';
import { z } from 'zod';

/**
 * The parts of a compose file that ours uses, spelled in one way each; anything else is refused, above all names that were misspelled.
 * After the Compose Specification (https://github.com/compose-spec/compose-spec).
 */

const duration = z.string().regex(/^\d+(ms|s|m)$/);
const bytes = z.string().regex(/^\d+[KMG]$/);
const names = z.array(z.string().regex(/^[a-z][a-z0-9-]*$/));
const command = z.array(z.string()).min(1);
/** Null hands on what .env or the shell says; a number or a truth value would be spelled anew by YAML. */
const environment = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string().nullable());

const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
    interval: duration,
    timeout: duration,
    start_period: duration,
    retries: z.int().positive(),
  }),
]);

const dependency = z.strictObject({
  condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
});

const service = z.strictObject({
  image: z.string(),
  build: z
    .strictObject({ context: z.string(), dockerfile: z.string(), target: z.string(), args: environment })
    .optional(),
  profiles: names.optional(),
  user: z.string().optional(),
  command: command.optional(),
  environment: environment.optional(),
  secrets: names.default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string().startsWith('/')).default([]),
  ports: z.array(z.string()).default([]),
  networks: names,
  depends_on: z
    .union([
      z.record(z.string(), dependency),
      names.transform((all) => Object.fromEntries(all.map((name) => [name, { condition: 'service_started' }]))),
    ])
    .default({}),
  init: z.boolean().default(false),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  restart: z.enum(['no', 'unless-stopped']),
  stop_grace_period: duration.optional(),
  shm_size: bytes.optional(),
  ulimits: z.strictObject({ nofile: z.strictObject({ soft: z.int(), hard: z.int() }) }).optional(),
  healthcheck,
  logging: z.strictObject({
    driver: z.literal('local'),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  deploy: z.strictObject({
    replicas: z.int().positive().default(1),
    resources: z.strictObject({
      limits: z.strictObject({ cpus: z.string(), memory: bytes, pids: z.int().positive() }),
    }),
  }),
});

const composeFile = z
  .looseObject({
    name: z.string(),
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.strictObject({ internal: z.boolean().default(false) }).nullable()),
    volumes: z.record(z.string(), z.null()),
    secrets: z.record(z.string(), z.strictObject({ file: z.string().startsWith('./secrets/') })),
  })
  .refine(
    (file) => Object.keys(file).every((key) => Object.hasOwn(PARTS, key) || key.startsWith('x-')),
    'has a part that is not known',
  );

const PARTS = { name: 1, services: 1, networks: 1, volumes: 1, secrets: 1 };

/** A compose file whose form is right, with what it says nothing about filled in. */
export type ComposeFile = z.output<typeof composeFile>;
/** One service of it. */
export type Service = ComposeFile['services'][string];

/** Reads a compose file. Throws and names every place whose form is not right. */
export function readComposeFile(text: string): ComposeFile {
  return composeFile.parse(parse(text, { merge: true, uniqueKeys: true }));
}

/** Puts values into `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; throws when one is missing. */
export function interpolate(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest: string) => {
    const value = values[name] ?? '';
    if (value !== '') return value;
    if (kind === '-') return rest;
    throw new Error(`${name} is not set${kind === '?' ? `: ${rest}` : ''}`);
  });
}
