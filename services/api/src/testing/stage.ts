import { randomBytes, randomUUID } from 'node:crypto';
import type { CompetitionChangedAnswer, MatchAnswer, ScoreAnswer, VerifyAnswer } from '@fairmark/contract';
import {
  applyMatchEvent,
  decideMatch,
  foldMatch,
  MATCH_SCHEMA_VERSIONS,
  matchStream,
  tailOf,
  type MatchCommand,
  type RecordedEvent,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { score, set, sign, start } from '@fairmark/events/testing/commands';
import { eventually } from '@fairmark/events/testing/eventually';
import { createLogger } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, migrate } from '@fairmark/read-models';
import { Projector } from '@fairmark/projector';
import { appendCommand } from '@fairmark/projector/testing/append';
import { createTestDatabase } from '@fairmark/tools';
import { ProjectionGate } from '../positions/projection-gate.js';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { courseId } from '@fairmark/server/courses/import/import-courses';
import type { Pool } from 'pg';
import { EVENT_STORE } from '../platform/tokens.js';
import { Caller, eclectic, type RoundSettings } from './caller.js';
import { startApi, type Answer, type CallOptions, type StartOptions, type TestApi, type TestGolfer } from './api.js';

/** All at once would wait too long for the api's few connections on a busy machine. */
const PLAYERS_AT_ONCE = 10;

/** A golfer with a phone, at one of the stage's apis. */
export class Player extends Caller<CallOptions & { api?: TestApi }> {
  /** Once signed up. */
  golfer!: TestGolfer;

  constructor(readonly stage: Stage) {
    super();
  }

  async signUp(profile?: Parameters<TestApi['golfer']>[0]): Promise<this> {
    this.golfer = await this.stage.api.golfer(profile);
    return this;
  }

  get id(): string {
    return this.golfer.id;
  }

  get handicap(): number {
    return this.golfer.handicap;
  }

  get gender(): TestGolfer['gender'] {
    return this.golfer.gender;
  }

  /** This golfer as answers name golfers. */
  get ref() {
    return { id: this.id, fullName: this.golfer.fullName };
  }

  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { api = this.stage.api, ...options }: CallOptions & { api?: TestApi } = {},
  ): Promise<Answer<Body>> {
    return api.call<Body>(method, path, body, { token: this.golfer.token, ...options });
  }

  async deletesAccount(): Promise<void> {
    const { status, body } = await this.stage.api.deletesAccount(this.golfer);
    if (status >= 300) throw new Error(`The account was not deleted: ${status} ${JSON.stringify(body)}`);
  }

  async hosts(course: string, ...players: Player[]) {
    const body = eclectic(course, players);
    return (await this.does<CompetitionChangedAnswer>('POST', '/api/competitions', body)).competition;
  }

  /** The answer to a query that sees all events. */
  sees<Body>(path: string): Promise<Body> {
    return this.stage.api.sees<Body>(path, this.golfer);
  }

  match(matchId: string, api?: TestApi): Promise<MatchAnswer> {
    return this.does<MatchAnswer>('GET', `/api/match/${matchId}`, undefined, { api });
  }

  override creates(settings: Partial<RoundSettings> = {}): Promise<string> {
    return super.creates({ course: this.stage.courseId, ...settings });
  }

  accepts(matchId: string, inviteId: string, options?: CallOptions & { api?: TestApi }) {
    return this.call('PUT', '/api/match/invite', { id: inviteId, status: 'ACCEPTED', matchId }, options);
  }

  /** Signs both cards with a partner, or all that can be signed. */
  signs(matchId: string, partner?: Player) {
    const body = partner === undefined ? {} : { userId: partner.id };
    return this.call<VerifyAnswer>('POST', `/api/match/${matchId}/verify`, body);
  }

  scores(matchId: string, holeNumber: number, strokes: number | null, about: Partial<ScoreBody> = {}) {
    return this.call<ScoreAnswer>('POST', '/api/match/score', { matchId, holeNumber, strokes, ...about });
  }

  /** Enters the first holes of my card or one that I mark, fours except for some. Without the api, like `happens`. */
  enters(matchId: string, userId = this.id, except: Record<number, number> = {}, holes = 18): Promise<void> {
    const entries = Array.from({ length: holes }, (_, index) =>
      score(this.id, userId, index + 1, except[index + 1] ?? 4),
    );
    return this.stage.happens(matchId, entries);
  }
}

export { eclectic };

interface ScoreBody {
  userId: string;
  noScore: boolean;
  replaces: string | null;
  occurredAt: string;
}

export type Players<N extends number, Some extends Player[] = []> = number extends N
  ? Player[]
  : Some['length'] extends N
    ? Some
    : Players<N, [...Some, Player]>;

/** Commands for `happens`: a guest joins a lobby, a golfer gets ready. */
export function joining({ id: hostId }: Player, { id: userId, gender }: Player): MatchCommand[] {
  const inviteId = randomUUID();
  return [
    { type: 'InvitePlayer', actorId: hostId, inviteId, userId },
    { type: 'AnswerInvite', actorId: userId, inviteId, status: 'ACCEPTED', gender },
  ];
}

export const ready = ({ id, handicap, gender }: Player): MatchCommand => set(id, handicap, true, gender);

/** The card of a player in a match. */
export function cardOf({ rounds }: MatchAnswer, { id }: Player): MatchAnswer['rounds'][number] {
  const card = rounds.find(({ player }) => player.id === id);
  if (card === undefined) throw new Error('This golfer has no card in the match');
  return card;
}

export interface StageOptions extends StartOptions {
  apis?: number;
  /** False: without a projector. */
  projector?: boolean;
}

/** The real product for a test: apis, a projector, two courses and golfers, on one database. */
export class Stage {
  readonly apis: TestApi[] = [];
  /** Shared by every api of the stage. */
  readonly jwtSecret = randomBytes(32);
  databaseUrl = '';
  /** Ids of the first two demo courses. */
  readonly courseId = courseId('30990');
  readonly otherCourseId = courseId(coursesOf(DEMO_COURSES)[1]?.golflinkCourseId ?? '');
  private projector: Projector | null = null;
  private readonly closing: (() => Promise<void>)[] = [];
  private readonly clock: () => Date;
  private aheadMs = 0;

  constructor(private readonly options: StageOptions) {
    this.clock = options.clock ?? (() => new Date(Date.now() + this.aheadMs));
  }

  /** A stage for the tests of this file or `describe`. */
  static forSuite<Kind extends Stage>(this: new (options: StageOptions) => Kind, options: StageOptions = {}): Kind {
    const stage = new this(options);
    beforeAll(() => stage.open());
    afterAll(() => stage.close());
    return stage;
  }

  /** Players for the tests of this file or `describe`: other golfers in each test, or the same in all of them. */
  cast<N extends number>(count: N, before: typeof beforeEach = beforeEach): Players<N> {
    const players = Array.from({ length: count }, () => new Player(this));
    before(() => Promise.all(players.map((player) => player.signUp())));
    return players as Players<N>;
  }

  protected async open(): Promise<void> {
    const { apis = 1, projector = true, ...options } = this.options;
    const database = await createTestDatabase(migrate);
    this.databaseUrl = database.url;
    this.closing.unshift(() => database.drop());
    for (let nth = 0; nth < apis; nth += 1) await this.startApi(options);
    await this.api.saves(...coursesOf(DEMO_COURSES).slice(0, 2));
    if (projector) await this.project();
  }

  private async startApi(options: StartOptions): Promise<void> {
    const api = await startApi(this.databaseUrl, { jwtSecret: this.jwtSecret, clock: this.clock, ...options });
    this.apis.push(api);
    this.closing.unshift(() => api.stop());
  }

  get api(): TestApi {
    const [api] = this.apis;
    if (api === undefined) throw new Error('The stage has no api');
    return api;
  }

  get store(): EventStore {
    return this.api.app.get<EventStore>(EVENT_STORE);
  }

  /** The events of a match. */
  log(matchId: string): Promise<RecordedEvent[]> {
    return this.store.readStream(matchStream(matchId));
  }

  /** The first api's connections to the database. */
  get pool(): Pool {
    return this.api.pool;
  }

  /** The apis' time of day. */
  get now(): Date {
    return this.clock();
  }

  /** Advances the clock of the apis. */
  passes(ms: number): void {
    this.aheadMs += ms;
  }

  /** Starts the projector, and waits until every api sees it: before that, they answer stale. */
  private async project(): Promise<void> {
    const { databaseUrl, store } = this;
    const projector = new Projector({ databaseUrl, store, logger: createLogger('projector', 'error') });
    this.projector = projector;
    this.closing.unshift(() => projector.stop());
    for (const { app } of this.apis) await eventually(async () => !(await app.get(ProjectionGate).wait()).stale);
  }

  /** Stops the projector for good; its tables stay. */
  async stopProjector(): Promise<void> {
    await this.projector?.stop();
    await this.api.sql(`update ${CLUBHOUSE_SCHEMA}.checkpoint set heartbeat_at = heartbeat_at - interval '1 minute'`);
  }

  player(profile?: Parameters<TestApi['golfer']>[0]): Promise<Player> {
    return new Player(this).signUp(profile);
  }

  async players<N extends number>(count: N): Promise<Players<N>> {
    const players: Player[] = [];
    while (players.length < count) {
      const next = Math.min(count - players.length, PLAYERS_AT_ONCE);
      players.push(...(await Promise.all(Array.from({ length: next }, () => this.player()))));
    }
    return players as Players<N>;
  }

  /** A lobby that all have joined, and in which no player is ready. */
  async lobby(players: Player[], settings?: Parameters<Player['creates']>[0]): Promise<string> {
    const [host, ...others] = players;
    if (host === undefined) throw new Error('A lobby has a host');
    const matchId = await host.creates(settings);
    await this.happens(
      matchId,
      others.flatMap((player) => joining(host, player)),
    );
    return matchId;
  }

  async round(players: Player[], settings?: Parameters<Player['creates']>[0]): Promise<string> {
    const matchId = await this.lobby(players, settings);
    await this.happens(matchId, [...players.map(ready), start({ actorId: players[0]?.id })]);
    return matchId;
  }

  /** A verified round: every player has signed. The cards are fours except for some holes. */
  async verifiedRound(
    players: Player[],
    except?: Record<number, number>,
    settings?: Parameters<Player['creates']>[0],
  ): Promise<string> {
    const matchId = await this.round(players, settings);
    await this.bothCards(matchId, players, except);
    await this.happens(
      matchId,
      players.map(({ id }) => sign(id)),
    );
    return matchId;
  }

  /** Enters both sides of every card of the group, fours except for some. */
  async bothCards(matchId: string, players: readonly Player[], except?: Record<number, number>): Promise<void> {
    for (const by of players) for (const card of players) await by.enters(matchId, card.id, except);
  }

  /**
   * Executes commands without the api, to set up a test: decided as usual, written to the log at once. Their
   * events get their ids only when written, so that cards need a separate call to be signed.
   */
  async happens(matchId: string, commands: readonly MatchCommand[]): Promise<void> {
    const { store } = this;
    const now = this.now.toISOString();
    const stream = matchStream(matchId);
    const before = await this.log(matchId);
    let state = foldMatch(before);
    const events = commands.flatMap((command) => {
      const decision = decideMatch(state, command, now);
      if (!decision.ok) throw new Error(`${command.type}: ${decision.code}`);
      for (const event of decision.events) state = applyMatchEvent(state, event, { id: randomUUID(), recordedAt: now });
      return decision.events;
    });
    if (events.length === 0) return;
    const last = before.at(-1);
    const tail = last === undefined ? null : tailOf(last);
    const actorId = commands[0]?.actorId ?? '';
    await appendCommand(store, { stream, tail, events, schemaVersions: MATCH_SCHEMA_VERSIONS, now, actorId });
  }

  private async close(): Promise<void> {
    for (const close of this.closing.splice(0)) await close();
  }
}
