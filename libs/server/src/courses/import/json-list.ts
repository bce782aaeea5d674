import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { pathOf, type Place, type Problem, type ReadFile } from './entry-file.js';

/** Reads a JSON file: a list of entries, each called by the noun. The tree keeps the line of every value. */
export function readJsonList(text: string, noun: string): ReadFile {
  const failed = (line: number, message: string): ReadFile => ({
    entries: [],
    problems: [{ line, field: 'file', message }],
  });
  let root: ValueNode;
  try {
    root = parse(text, { mode: 'json' }).body;
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return failed(1, 'is nested too deeply');
    const { line, message } = syntaxError(error, text);
    return failed(line, `is not JSON: ${message}`);
  }
  if (root.type !== 'Array') return failed(root.loc.start.line, `must be a list of ${noun}s`);
  const problems: Problem[] = [];
  const entries = root.elements.map(({ value: node }) => {
    const places = new Map<string, Place>([['', { line: node.loc.start.line }]]);
    return { value: valueOf(node, '', { places, problems }), places };
  });
  return { entries, problems };
}

function syntaxError(error: unknown, text: string): { line: number; message: string } {
  if (!(error instanceof Error) || !('line' in error)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  // The parser places an end that comes too soon where the last token began.
  const atEnd = message.startsWith('Unexpected end of input');
  return { line: atEnd ? text.split('\n').length : Number(error.line), message };
}

/** The value of a node at a path. Notes the places of its parts, and a problem for each key that an object has twice. */
function valueOf(node: ValueNode, path: string, notes: { places: Map<string, Place>; problems: Problem[] }): unknown {
  const { places, problems } = notes;
  if (node.type === 'Array') {
    return node.elements.map(({ value, loc }, index) => {
      const inner = pathOf(path, index);
      places.set(inner, { line: loc.start.line });
      return valueOf(value, inner, notes);
    });
  }
  if (node.type !== 'Object') return 'value' in node ? node.value : null;
  // Without a prototype, so that `__proto__` is a key as any other, and refused as unknown.
  const object: Record<string, unknown> = Object.setPrototypeOf({}, null);
  for (const { name: key, value, loc } of node.members) {
    const name = key.type === 'String' ? key.value : key.name;
    const inner = pathOf(path, name);
    const { line } = loc.start;
    if (name in object) problems.push({ line, field: inner, message: 'is there twice' });
    places.set(inner, { line });
    object[name] = valueOf(value, inner, notes);
  }
  return object;
}
