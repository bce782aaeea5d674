import type { FastifyInstance } from 'fastify';

/** Every route of the running server as `METHOD /path`, as the server prints it (`:name` is a parameter). */
export function routesOf(server: FastifyInstance): string[] {
  // With common prefixes: without them the printer drops wildcards.
  const tree = server.printRoutes();
  const branch: string[] = [];
  const routes: string[] = [];
  for (const line of tree.split('\n').filter((text) => text !== '')) {
    const [, indent = '', segment = '', methods = ''] = LINE.exec(line) ?? [];
    if (segment === '') throw new Error(`The route tree has changed its looks: ${line}`);
    branch.splice(indent.length / INDENT, Infinity, firstName(segment));
    const path = branch.join('');
    for (const method of methods.split(', ').filter((name) => name !== '')) routes.push(`${method} ${path}`);
  }
  return routes;
}

/** Indentation, `├── ` or `└── `, the path's next part, and its methods. */
const LINE = /^((?:│ {3}| {4})*)[├└]── (.+?)(?: \(([A-Z, ]+)\))?$/u;
const INDENT = 4;

/** Two routes that name the same parameter differently are printed `:id|:matchId`. */
const firstName = (segment: string): string => segment.replaceAll(/(:\w+)(?:\|:\w+)+/g, '$1');
