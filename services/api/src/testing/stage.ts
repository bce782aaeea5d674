import { randomBytes } from 'node:crypto';
import type { EventStore } from '@fairmark/events';
import {
  ERRORS,
  type CreateMatchAnswer,
  type ErrorCode,
  type InviteAnswer,
  type MatchAnswer,
  type MatchCommandAnswer,
  type MatchType,
  type PlayType,
  type ScoreAnswer,
} from '@fairmark/contract';
import { until } from '@fairmark/events/testing/database';
import { createLogger } from '@fairmark/platform';
import { startProjector } from '@fairmark/projector';
import { createTestDatabase } from '@fairmark/tools';
import { ProjectionGate } from '../../clubhouse/projection-gate.js';
import { importFile } from '../../courses/import/import-file.js';
import { DEMO_COURSES } from '../../courses/testing/courses.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import {
  startApi,
  type Answer,
  type CallOptions,
  type StartOptions,
  type TestApi,
  type TestGolfer,
} from '../../testing/api.js';

/** A golfer with a phone, at one of the stage's apis. */
export class Player {
  constructor(
    readonly stage: Stage,
    readonly golfer: TestGolfer,
  ) {}

  get id(): string {
    return this.golfer.id;
  }

  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { api = this.stage.api, ...options }: CallOptions & { api?: TestApi } = {},
  ): Promise<Answer<Body>> {
    return api.call<Body>(method, path, body, { token: this.golfer.token, ...options });
  }

  /** The call, which has to succeed. */
  async does<Body = MatchCommandAnswer>(
    method: string,
    path: string,
    body?: unknown,
    options?: CallOptions & { api?: TestApi },
  ): Promise<Body> {
    const answer = await this.call<Body>(method, path, body, options);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  match(matchId: string, api?: TestApi): Promise<MatchAnswer> {
    return this.does<MatchAnswer>('GET', `/api/match/${matchId}`, undefined, { api });
  }

  async creates(settings: Partial<{ playType: PlayType; matchType: MatchType; tee: string; course: string }> = {}) {
    const { match } = await this.does<CreateMatchAnswer>('POST', '/api/match/create', {
      course: this.stage.courseId,
      tee: 'Standard',
      playType: 'COMPETITION',
      matchType: settings.playType === 'SOCIAL' ? 'STABLEFORD' : 'STROKE',
      ...settings,
    });
    return match.id;
  }

  async invites(matchId: string, guest: Player): Promise<string> {
    const { invite } = await this.does<InviteAnswer>('POST', '/api/match/invite', { id: guest.id, matchId });
    return invite.id;
  }

  accepts(matchId: string, inviteId: string, options?: CallOptions & { api?: TestApi }) {
    return this.call('PUT', '/api/match/invite', { id: inviteId, status: 'ACCEPTED', matchId }, options);
  }

  async joins(matchId: string, host: Player): Promise<void> {
    const answer = await this.accepts(matchId, await host.invites(matchId, this));
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  }

  readies(matchId: string, ready = true) {
    const { handicap } = this.golfer;
    return this.does('POST', '/api/match/ready', { matchId, settings: { handicap, ready } });
  }

  scores(matchId: string, holeNumber: number, strokes: number | null, about: Partial<ScoreBody> = {}) {
    return this.call<ScoreAnswer>('POST', '/api/match/score', { matchId, holeNumber, strokes, ...about });
  }

  /** A card of fours, or another score on some holes; mine, or that of somebody I mark. */
  async enters(matchId: string, userId = this.id, except: Record<number, number> = {}): Promise<void> {
    for (let hole = 1; hole <= 18; hole += 1) {
      await this.does('POST', '/api/match/score', { matchId, holeNumber: hole, strokes: except[hole] ?? 4, userId });
    }
  }
}

interface ScoreBody {
  userId: string;
  noScore: boolean;
  replaces: string | null;
}

/** What a refusal looks like on the wire, with the status of the catalogue. */
export function refusal(code: ErrorCode, details?: Record<string, unknown>) {
  const { status } = ERRORS[code];
  return { status, body: { status, error: details === undefined ? { code } : { code, details } } };
}

export interface StageOptions extends StartOptions {
  apis?: number;
  /** False: nobody keeps the tables. */
  projector?: boolean;
}

/** The real product for a test: apis, a projector, a course and golfers, on one database. */
export class Stage {
  readonly apis: TestApi[] = [];
  private closing: (() => Promise<void>)[] = [];

  private constructor(
    readonly databaseUrl: string,
    readonly courseId: string,
    /** Shared by every api of the stage. */
    readonly jwtSecret: Buffer,
  ) {}

  static async open({ apis = 1, projector = true, ...options }: StageOptions = {}): Promise<Stage> {
    const database = await createTestDatabase();
    const jwtSecret = randomBytes(32);
    const first = await startApi(database.url, { jwtSecret, ...options });
    await importFile(DEMO_COURSES, database.url);
    const { body } = await first.call<{ courses: { id: string }[] }>('GET', '/api/courses?query=lantern');
    const stage = new Stage(database.url, body.courses[0]?.id ?? '', jwtSecret);
    stage.apis.push(first);
    for (let more = 1; more < apis; more += 1) stage.apis.push(await startApi(database.url, { jwtSecret, ...options }));
    stage.closing = [...stage.apis.map((api) => () => api.stop()).reverse(), () => database.drop()];
    if (projector) {
      stage.closing.unshift(stage.project());
      await stage.upToDate();
    }
    return stage;
  }

  get api(): TestApi {
    const [api] = this.apis;
    if (api === undefined) throw new Error('The stage has no api');
    return api;
  }

  get store(): EventStore {
    return this.api.app.get<EventStore>(EVENT_STORE);
  }

  /** Keeps the tables from now on; answers how to stop. */
  private project(): () => Promise<void> {
    const { databaseUrl, store } = this;
    const projector = startProjector({ databaseUrl, store, logger: createLogger('projector', 'error') });
    return () => projector.stop();
  }

  /** Until every api sees a projector that keeps the tables; before that, they answer at once with what there is. */
  private async upToDate(): Promise<void> {
    for (const { app } of this.apis) await until(async () => !(await app.get(ProjectionGate).wait()).stale);
  }

  async player(profile?: Parameters<TestApi['golfer']>[0]): Promise<Player> {
    return new Player(this, await this.api.golfer(profile));
  }

  players(count: number): Promise<Player[]> {
    return Promise.all(Array.from({ length: count }, () => this.player()));
  }

  /** A lobby in which everybody has joined, nobody is ready. */
  async lobby(players: Player[], settings?: Parameters<Player['creates']>[0]): Promise<string> {
    const [host, ...others] = players;
    if (host === undefined) throw new Error('A lobby has a host');
    const matchId = await host.creates(settings);
    for (const player of others) await player.joins(matchId, host);
    return matchId;
  }

  /** A started round. */
  async round(players: Player[], settings?: Parameters<Player['creates']>[0]): Promise<string> {
    const matchId = await this.lobby(players, settings);
    for (const player of players) await player.readies(matchId);
    await players[0]?.does('POST', '/api/match/start', { matchId });
    return matchId;
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }
}
