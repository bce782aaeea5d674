import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { pathOf, type Place, type Problem, type ReadFile } from './entry-file.js';

/** Reads a JSON list of entries, with the line of every value. `noun` names an entry in messages. */
export function readJsonList(text: string, noun: string): ReadFile {
  const failed = (line: number, message: string): ReadFile => ({
    entries: [],
    problems: [{ line, field: 'file', message }],
  });
  let root: ValueNode;
  try {
    root = parse(text, { mode: 'json' }).body;
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
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
  // For an unexpected end, the parser reports the line of the last token.
  const atEnd = message.startsWith('Unexpected end of input');
  return { line: atEnd ? text.split('\n').length : Number(error.line), message };
}

/** The value of a node at a path. Notes the places of its parts, and a problem for each duplicate key. */
function valueOf(node: ValueNode, path: string, found: { places: Map<string, Place>; problems: Problem[] }): unknown {
  const { places, problems } = found;
  if (node.type === 'Array') {
    return node.elements.map(({ value, loc }, index) => {
      const inner = pathOf(path, index);
      places.set(inner, { line: loc.start.line });
      return valueOf(value, inner, found);
    });
  }
  if (node.type !== 'Object') return 'value' in node ? node.value : null;
  // Without a prototype, so that `__proto__` is an ordinary key and refused as unknown.
  const object: Record<string, unknown> = Object.setPrototypeOf({}, null);
  for (const { name: key, value, loc } of node.members) {
    const name = key.type === 'String' ? key.value : key.name;
    const inner = pathOf(path, name);
    const { line } = loc.start;
    if (name in object) problems.push({ line, field: inner, message: 'occurs twice' });
    places.set(inner, { line });
    object[name] = valueOf(value, inner, found);
  }
  return object;
}
