import {
  WEEKDAYS,
  type CreateMatchAnswer,
  type Format,
  type InviteAnswer,
  type MatchCommandAnswer,
  type PlayType,
} from '@fairmark/contract';

export interface RoundSettings {
  course: string;
  /** By default STROKE, or STABLEFORD in a practice round. */
  matchType?: Format;
  playType?: PlayType;
  tee?: string;
}

interface Answered<Body> {
  status: number;
  body: Body;
}

/** A golfer who calls the api, and what golfers do up to the first tee. */
export abstract class Caller<Options = object> {
  abstract get id(): string;
  /** The official handicap. */
  abstract get handicap(): number;

  abstract call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options?: Options,
  ): Promise<Answered<Body>>;

  /** Makes a call that has to succeed. */
  async does<Body = MatchCommandAnswer>(
    method: string,
    path: string,
    body?: unknown,
    options?: Options,
  ): Promise<Body> {
    const answer = await this.call<Body>(method, path, body, options);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Opens a lobby, by default for a competition round from the standard tee. Returns the match's id. */
  async creates(settings: RoundSettings): Promise<string> {
    const matchType = settings.playType === 'SOCIAL' ? 'STABLEFORD' : 'STROKE';
    const body = { tee: 'Standard', playType: 'COMPETITION', matchType, ...settings };
    return (await this.does<CreateMatchAnswer>('POST', '/api/match/create', body)).match.id;
  }

  /** Returns the id of the invitation. */
  async invites(matchId: string, { id }: { id: string }): Promise<string> {
    return (await this.does<InviteAnswer>('POST', '/api/match/invite', { id, matchId })).invite.id;
  }

  /** The host invites this golfer, who accepts. */
  async joins(matchId: string, host: Caller<never>): Promise<void> {
    const id = await host.invites(matchId, this);
    await this.does('PUT', '/api/match/invite', { id, status: 'ACCEPTED', matchId });
  }

  /** Saves the official handicap for the round and is ready, or not yet. */
  readies(matchId: string, ready = true): Promise<MatchCommandAnswer> {
    return this.does('POST', '/api/match/ready', { matchId, settings: { handicap: this.handicap, ready } });
  }
}

/** The body to create an eclectic: by default four weeks, every day of the week. */
export const eclectic = (course: string, players: readonly { id: string }[], about: object = {}) => ({
  competitionName: 'Ringers',
  competitionType: 'ECLECTIC',
  course,
  duration: 4,
  days: WEEKDAYS,
  players: players.map(({ id }) => id),
  ...about,
});
