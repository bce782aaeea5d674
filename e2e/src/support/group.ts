import type { Golfer } from './golfer.js';

/** The id of the course that the stories are played on. */
export async function proofLinks(golfer: Golfer): Promise<string> {
  const { courses } = await golfer.does<{ courses: { id: string }[] }>('GET', '/api/courses?query=Proof%20Links');
  const id = courses[0]?.id;
  if (id === undefined) throw new Error('Proof Links is not there');
  return id;
}

/** Everybody saves the official handicap as the round's and is ready. */
export async function allReady(matchId: string, golfers: readonly Golfer[]): Promise<void> {
  for (const golfer of golfers) {
    await golfer.does('POST', '/api/match/ready', {
      matchId,
      settings: { handicap: golfer.profile.handicap, ready: true },
    });
  }
}

export interface RoundSettings {
  course: string;
  matchType: 'STROKE' | 'STABLEFORD' | 'PAR';
  playType?: 'COMPETITION' | 'SOCIAL';
  tee?: 'Pro' | 'Championship' | 'Standard';
}

/** From an empty lobby to the first tee: invites, accepts, settings, start. Answers the match's id. */
export async function play(host: Golfer, others: readonly Golfer[], settings: RoundSettings): Promise<string> {
  const { match } = await host.does<{ match: { id: string } }>('POST', '/api/match/create', {
    playType: 'COMPETITION',
    tee: 'Standard',
    ...settings,
  });
  for (const golfer of others) {
    const { position } = await host.does<{ position: string }>('POST', '/api/match/invite', {
      id: golfer.id,
      matchId: match.id,
    });
    const { invites } = await golfer.does<{ invites: { id: string; matchId: string }[] }>(
      'GET',
      `/api/match/invites?position=${position}`,
    );
    const invite = invites.find((one) => one.matchId === match.id);
    await golfer.does('PUT', '/api/match/invite', { id: invite?.id, status: 'ACCEPTED' });
  }
  await allReady(match.id, [host, ...others]);
  await host.does('POST', '/api/match/start', { matchId: match.id });
  return match.id;
}
