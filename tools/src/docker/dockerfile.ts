/** One target of a Dockerfile, with what it has from the ones it is made from. */
export interface Target {
  env: Record<string, string>;
  user: string | null;
  workdir: string;
  entrypoint: string[];
  command: string[];
  /** What looks whether it is well; empty when nothing does. */
  healthcheck: string[];
}

interface Instruction {
  word: string;
  rest: string;
}

/** Reads the instructions of a Dockerfile: comments and blank lines out, continued lines in one. */
export function readInstructions(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#') && line.trim() !== '');
  const whole = lines.join('\n').replace(/\\\n\s*/g, '');
  return whole.split('\n').map((line) => {
    const [word = ''] = line.split(' ', 1);
    return { word, rest: line.slice(word.length).trim() };
  });
}

/** The targets by name. Knows the forms that ours is written in, and no others: lists in brackets, one ENV a line. */
export function readTargets(text: string): Map<string, Target> {
  const targets = new Map<string, Target>();
  let current: Target | null = null;
  for (const { word, rest } of readInstructions(text)) {
    if (word === 'FROM') {
      const [from = '', , name = ''] = rest.split(' ');
      current = structuredClone(targets.get(from)) ?? emptyTarget();
      targets.set(name, current);
    } else if (current !== null) {
      apply(current, word, rest);
    }
  }
  return targets;
}

function emptyTarget(): Target {
  return { env: {}, user: null, workdir: '/', entrypoint: [], command: [], healthcheck: [] };
}

function apply(target: Target, word: string, rest: string): void {
  switch (word) {
    case 'ENV':
      for (const pair of rest.split(' ')) {
        const [name = '', value = ''] = pair.split('=', 2);
        target.env[name] = value;
      }
      break;
    case 'USER':
      target.user = rest;
      break;
    case 'WORKDIR':
      target.workdir = rest;
      break;
    case 'ENTRYPOINT':
      target.entrypoint = list(rest);
      break;
    case 'CMD':
      target.command = list(rest);
      break;
    case 'HEALTHCHECK':
      target.healthcheck = list(rest.slice(rest.indexOf('CMD') + 'CMD'.length));
      break;
    default:
      break;
  }
}

function list(text: string): string[] {
  return JSON.parse(text) as string[];
}
