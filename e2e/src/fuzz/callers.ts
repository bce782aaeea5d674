import { Golfer } from '../support/golfer.js';
import { eclectic } from '@fairmark/api/testing/caller';
import { appoints, play, proofLinks } from '../support/group.js';
import type { Stack } from '../support/stack.js';
import type { World } from './requests.js';

export const CALLERS = ['anonymous', 'stranger', 'guest', 'host'] as const;
export type CallerName = (typeof CALLERS)[number];

/** Routes that end the caller's session or account, or revoke what the session has proved. */
const ENDS_ITS_CALLER: ReadonlySet<string> = new Set([
  'POST /api/auth/logout',
  'DELETE /api/user/delete',
  'POST /api/ops/second-factor',
]);

/**
 * The callers: golfers in every role of a match, who stay signed in throughout. Routes that would end their session are
 * called by throw-away golfers instead; otherwise the rest of a run would only test refusals.
 */
export class Callers {
  private spare: Golfer | null = null;

  constructor(
    private readonly golfers: Record<Exclude<CallerName, 'anonymous'>, Golfer>,
    private readonly newGolfer: (name: string) => Promise<Golfer>,
  ) {}

  /** The golfer whose token a request to a route carries; null: none. */
  async golfer(caller: CallerName, route: string): Promise<Golfer | null> {
    if (caller === 'anonymous') return null;
    if (!ENDS_ITS_CALLER.has(route)) return this.golfers[caller];
    return (this.spare ??= await this.newGolfer('Terry Throwaway'));
  }

  /** Call it after a request was served: it may have ended a throw-away golfer's session, who is then replaced. */
  wasServed(golfer: Golfer | null): void {
    if (golfer === this.spare) this.spare = null;
  }

  /** Throws if the token of one of the callers is no longer valid. */
  async areSignedIn(): Promise<void> {
    for (const [name, golfer] of Object.entries(this.golfers)) {
      const { status } = await golfer.call('GET', '/api/auth/user');
      if (status !== 200) throw new Error(`The ${name} is no longer signed in: GET /api/auth/user answered ${status}`);
    }
  }
}

/** Creates golfers in every role, a started match, a lobby, an invitation and a competition. */
export async function populate(stack: Stack, base: string): Promise<{ world: World; callers: Callers }> {
  const newGolfer = (name: string): Promise<Golfer> =>
    new Golfer(base, { name, gender: 'FEMALE', handicap: 12.4 }).hasAccount(stack.database);
  const host = await newGolfer('Hanna Host');
  const guest = await newGolfer('Gwen Guest');
  const stranger = await newGolfer('Sue Stranger');
  const opener = await newGolfer('Olive Opener');
  const courseId = await proofLinks(host);
  // The stranger is in the committee of the course.
  await appoints(stack.databaseUrl, stranger, 'COMMITTEE', courseId);
  const matchId = await play(host, [guest], { course: courseId, matchType: 'STABLEFORD' });
  const lobbyId = await opener.creates({ course: courseId, matchType: 'PAR' });
  const inviteId = await opener.invites(lobbyId, guest);
  const form = eclectic(courseId, [guest]);
  const { competition } = await host.does<{ competition: { id: string } }>('POST', '/api/competitions', form);
  return {
    world: { courseId, matchId, lobbyId, inviteId, competitionId: competition.id, hostId: host.id, guestId: guest.id },
    callers: new Callers({ stranger, guest, host }, newGolfer),
  };
}
