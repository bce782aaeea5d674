import type { ValidationPipe } from '@nestjs/common';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { COURSE_DOCUMENT } from '../adverts/content/content.documents.js';
import { inputPipe } from '../http/input.pipe.js';
import { assemble, type Group } from './testing/group.js';
import { filled, inputRoutes, leavesOf, type InputRoute } from './testing/inputs.js';
import { Stage } from '../testing/stage.js';

/**
 * Inputs arrive: each field of each class that describes a body, a query or a path is read, with the value that
 * was sent, by the code that handles the call. For a command this is its handler: that the controller computes a
 * fingerprint of the body is not enough.
 */

/** Accepted but not used, with the reason. */
const UNUSED: Readonly<Record<string, string>> = {
  'POST /api/match/ready settings.dailyHandicap': 'the server computes it from the handicap',
  'POST /api/match/start userSettings.dailyHandicap': 'the server computes it from the handicap',
  'POST /api/match/start userSettings.ready': 'a host who starts is ready',
  'POST /api/user/settings avatar': 'only a multipart form has a picture',
};

/** Paths of the fields that were read with a value since the request was sent. */
const arrived = new Set<string>();
const UNTRACKED = Symbol('what a tracked object stands for');

/** The same object, with its reads recorded. */
function tracked<T extends object>(value: T, path = ''): T {
  return new Proxy(value, {
    get(target, name, receiver) {
      if (name === UNTRACKED) return target;
      const read: unknown = Reflect.get(target, name, receiver);
      if (typeof name !== 'string' || read === undefined || typeof read === 'function') return read;
      arrived.add(path + name);
      return Array.isArray(read)
        ? read.map((one: unknown) => trackedIn(one, `${path}${name}.`))
        : trackedIn(read, `${path}${name}.`);
    },
  });
}

const trackedIn = (value: unknown, path: string): unknown =>
  typeof value === 'object' && value !== null ? tracked(value, path) : value;

const untracked = (value: object): object => (Reflect.get(value, UNTRACKED) as object | undefined) ?? value;

interface Sent extends ICommand {
  by: object;
}

let group: Group;

const pipes = Object.getPrototypeOf(inputPipe()) as ValidationPipe;
// oxlint-disable-next-line typescript/unbound-method -- called on the pipe that it was taken from
const { transform } = pipes;

/** Pipes are created with the app: this changes `transform` of all of them before that. */
function trackInputs(): void {
  pipes.transform = async function (value, metadata) {
    return trackedIn(await transform.call(this, value, metadata), '');
  };
}

function trackCommands(bus: CommandBus): void {
  const execute = bus.execute.bind(bus) as (command: Sent) => Promise<unknown>;
  const tracking = (command: Sent) => {
    arrived.clear();
    // Fields of a command's identity are written with its events.
    for (const [name, value] of Object.entries(command.by)) if (value !== null) arrived.add(name);
    return execute(tracked(untracked(command) as Sent));
  };
  Object.defineProperty(bus, 'execute', { value: tracking });
}

beforeAll(trackInputs);
const stage = Stage.forSuite({ maxGroupSize: 4 });
beforeAll(async () => {
  trackCommands(stage.api.app.get(CommandBus));
  group = await assemble(stage, 'verified card');
});
afterAll(() => {
  // Other suites of this worker share the class.
  pipes.transform = transform;
});

/** Sends every field of a route. The call need not succeed: it may be refused after reading. */
async function send({ method, path, inputs }: InputRoute): Promise<void> {
  const { matchId, players } = group;
  const given = {
    matchId,
    userId: players.player.id,
    course: stage.courseId,
    courseId: stage.courseId,
    position: '1',
    code: '000000',
    ...(path.endsWith('/graphql') ? { query: COURSE_DOCUMENT } : {}),
  };
  const inputsIn = (place: 'query' | 'body') =>
    inputs.filter((input) => input.place === place).map(({ kind }) => filled(kind, given));
  const address = path
    .replace(':id', path.includes('/courses') ? stage.courseId : matchId)
    .replace(':matchId', matchId);
  // In the query, as proxies that drop the body of a DELETE leave it; others find it in the body.
  const [asked, body] = [inputsIn('query')[0], inputsIn('body')[0]];
  const query = new URLSearchParams((method === 'DELETE' ? body : asked) as Record<string, string>);
  // The host of this match is also on the course's committee. Calls that may end sessions get a new golfer.
  const caller = path.startsWith('/api/match') ? players.host : await stage.player();
  arrived.clear();
  await caller.call(method, `${address}?${query.toString()}`, method === 'DELETE' ? undefined : body);
}

test('every field of every input arrives', async () => {
  const routes = inputRoutes(stage.api.app);
  expect(routes.length).toBeGreaterThan(30);
  const lost: string[] = [];
  for (const route of routes) {
    await send(route);
    const fields = route.inputs.flatMap(({ kind }) => leavesOf(kind));
    lost.push(
      ...fields.filter((field) => !arrived.has(field)).map((field) => `${route.method} ${route.path} ${field}`),
    );
  }
  expect(lost.sort()).toEqual(Object.keys(UNUSED).sort());
}, 60_000);
