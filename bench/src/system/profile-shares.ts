/** A CPU profile as returned by V8: a call tree, and the node of each sample. */
export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples?: number[];
  /** Microseconds since the previous sample. */
  timeDeltas?: number[];
}

/** Microseconds by name. */
export type Shares = Map<string, number>;

/** V8's entry for idle time, which is no processor time. */
const IDLE = '(idle)';

/** Self time: by package, with entries of Node and V8 listed separately, and by function of the product. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profile): { package: Shares; function: Shares } {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const shares = { package: new Map<string, number>(), function: new Map<string, number>() };
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === IDLE) continue;
    // A sample lasts until the next one.
    const us = timeDeltas[at + 1] ?? 0;
    const { functionName, url } = frame;
    const named = functionName === '' ? `(line ${frame.lineNumber + 1})` : functionName;
    const file = ownFile(url);
    add(shares.package, file === null ? packageOf(url, named) : 'the product', us);
    add(shares.function, file === null ? packageOf(url, named) : `${file}: ${named}`, us);
  }
  for (const name of shares.function.keys()) if (!name.includes(': ')) shares.function.delete(name);
  return shares;
}

function add(shares: Shares, name: string, us: number): void {
  shares.set(name, (shares.get(name) ?? 0) + us);
}

/** The path of a product file, starting with its package; null for other files. */
function ownFile(url: string): string | null {
  if (url.includes('/node_modules/')) return null;
  return /\/([\w-]+)\/dist\/(.+)\.js$/.exec(url)?.slice(1).join('/') ?? null;
}

/** A package of node_modules, a module of Node, or an entry without a file: garbage collector, program, sockets. */
function packageOf(url: string, functionName: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (name !== undefined) return name;
  if (url.startsWith('node:')) return url;
  return functionName.startsWith('(') ? functionName : `native ${functionName}`;
}
