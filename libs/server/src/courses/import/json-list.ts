import { parse, type AnyNode, type ElementNode, type MemberNode, type ValueNode } from '@humanwhocodes/momoa';
import { FILE_BOUNDS, type LocatedEntry, type Path, type Problem, type ReadFile } from './problem.js';

/** Reads a JSON file: a list of entries, each called by the noun. The tree keeps the line of every value. */
export function readJsonList(text: string, noun: string): ReadFile {
  const tooDeep = firstTooDeep(text);
  if (tooDeep !== null) return failed(tooDeep, `is nested more than ${FILE_BOUNDS.depth} levels deep`);
  let root: ValueNode;
  try {
    root = parse(text, { mode: 'json' }).body;
  } catch (error) {
    const { line, message } = syntaxError(error, text);
    return failed(line, `is not JSON: ${message}`);
  }
  if (root.type !== 'Array') return failed(root.loc.start.line, `must be a list of ${noun}s`);
  const problems: Problem[] = [];
  const entries = root.elements.map((element) => located(element, noun, problems));
  return { entries, problems };
}

function failed(line: number, message: string): ReadFile {
  return { entries: [], problems: [{ line, field: 'file', message }] };
}

function syntaxError(error: unknown, text: string): { line: number; message: string } {
  if (!(error instanceof Error) || !('line' in error)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  // The parser places an end that comes too soon where the last token began.
  const atEnd = message.startsWith('Unexpected end of input');
  return { line: atEnd ? text.split('\n').length : Number(error.line), message };
}

/** The line on which a file goes deeper than anything needs; the parser calls itself for each level. */
function firstTooDeep(text: string): number | null {
  let depth = 0;
  let line = 1;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\n') line++;
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') {
      if (++depth > FILE_BOUNDS.depth) return line;
    } else if (char === '}' || char === ']') depth--;
  }
  return null;
}

function located(element: ElementNode, noun: string, problems: Problem[]): LocatedEntry {
  return {
    value: valueOf(element.value, '', problems),
    locate: (path) => ({ line: nearest(element.value, path).loc.start.line, field: fieldName(path) || noun }),
  };
}

/** The value of a node, and a problem for each key that an object has twice. */
function valueOf(node: ValueNode, field: string, problems: Problem[]): unknown {
  if (node.type === 'Array') {
    return node.elements.map((element, index) => valueOf(element.value, `${field}[${index}]`, problems));
  }
  if (node.type !== 'Object') return 'value' in node ? node.value : null;
  // Without a prototype, so that `__proto__` is a key as any other, and refused as unknown.
  const value: Record<string, unknown> = Object.setPrototypeOf({}, null);
  for (const member of node.members) {
    const name = nameOf(member);
    const path = field === '' ? name : `${field}.${name}`;
    if (name in value) problems.push({ line: member.loc.start.line, field: path, message: 'is there twice' });
    value[name] = valueOf(member.value, path, problems);
  }
  return value;
}

const nameOf = (member: MemberNode): string => (member.name.type === 'String' ? member.name.value : member.name.name);

/** The node that a path leads to, or the last one on the way. */
function nearest(from: ValueNode, path: Path): AnyNode {
  let node: AnyNode = from;
  for (const key of path) {
    const next = child(node, key);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

function child(node: AnyNode, key: PropertyKey): AnyNode | undefined {
  const inner = node.type === 'Member' || node.type === 'Element' ? node.value : node;
  if (inner.type === 'Array') return inner.elements[Number(key)];
  if (inner.type !== 'Object') return undefined;
  return inner.members.find((member) => nameOf(member) === key);
}

/** `holes[3].par.mens`; nothing for the entry itself. */
function fieldName(path: Path): string {
  let name = '';
  for (const key of path) name += typeof key === 'number' ? `[${key}]` : `${name === '' ? '' : '.'}${String(key)}`;
  return name;
}
