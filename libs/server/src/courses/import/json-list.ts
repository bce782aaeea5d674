import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { fieldOf, type Path, type Problem, type ReadFile } from './entry-file.js';

/** Reads a JSON list of entries. `noun` names an entry in messages. */
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
  const values = JSON.parse(text) as unknown[];
  const entries = root.elements.map(({ value: node }, at) => ({
    value: values[at],
    locate: (path: Path) => ({ line: lineOf(node, path) }),
  }));
  return { entries, problems: root.elements.flatMap(({ value: node }) => [...repeatedKeys(node, [])]) };
}

function syntaxError(error: unknown, text: string): { line: number; message: string } {
  if (!(error instanceof Error) || !('line' in error)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  // For an unexpected end, the parser reports the line of the last token.
  const atEnd = message.startsWith('Unexpected end of input');
  return { line: atEnd ? text.split('\n').length : Number(error.line), message };
}

function membersOf(node: ValueNode): { key: string | number; line: number; value: ValueNode }[] {
  if (node.type === 'Array') return node.elements.map(({ value, loc }, key) => ({ key, line: loc.start.line, value }));
  if (node.type !== 'Object') return [];
  return node.members.map(({ name, value, loc }) => {
    const key = name.type === 'String' ? name.value : name.name;
    return { key, line: loc.start.line, value };
  });
}

/** The line of the value at a path or, if it is missing, of the nearest value that encloses it. */
function lineOf(node: ValueNode, [key, ...rest]: Path, line = node.loc.start.line): number {
  const member = membersOf(node).findLast((each) => each.key === key);
  return member === undefined ? line : lineOf(member.value, rest, member.line);
}

function* repeatedKeys(node: ValueNode, path: Path): Generator<Problem> {
  const seen = new Set<PropertyKey>();
  for (const { key, line, value } of membersOf(node)) {
    const inner = [...path, key];
    if (seen.has(key)) yield { line, field: fieldOf(inner), message: 'occurs twice' };
    seen.add(key);
    yield* repeatedKeys(value, inner);
  }
}
