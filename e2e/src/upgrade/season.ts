import { COMPETITION_SORTS, HISTORY_SORTS, LEADERBOARD_SORTS } from '@fairmark/contract';
import type pg from 'pg';
import { Golfer } from '../support/golfer.js';
import { eclectic } from '@fairmark/api/testing/caller';
import { play, proofLinks } from '../support/group.js';
import type { Stack } from '../support/stack.js';

/** Rounds in an api's answers, by requested path. */
export type Answers = Record<string, Record<string, unknown>>;

/** The formats of every release. */
const FORMATS = ['STROKE', 'STABLEFORD', 'PAR'] as const;
/** Fields of answers that do not change over time. */
const LASTING = ['rounds', 'eclecticRound'];

/** Plays a verified round in every format, for a competition if the release has them. Returns one of two golfers. */
export async function playSeason(stack: Stack): Promise<Golfer> {
  const base = stack.bases[0] ?? '';
  const fay = new Golfer(base, { name: 'Fay Fox', gender: 'FEMALE', handicap: 20 });
  const gil = new Golfer(base, { name: 'Gil Gray', gender: 'MALE', handicap: 10 });
  const golfers = [fay, gil];
  for (const golfer of golfers) await golfer.signsUp(stack.linkFromMail);
  const course = await proofLinks(fay);
  await fay.call('POST', '/api/competitions', eclectic(course, golfers));
  for (const [round, matchType] of FORMATS.entries()) {
    const matchId = await play(fay, [gil], { course, matchType });
    for (const [place, { id: player }] of golfers.entries()) {
      const card = Array.from({ length: 18 }, (_, hole) => 3 + ((hole * (round + 2) + place) % 4));
      for (const golfer of golfers) await golfer.entersCard(matchId, card, player);
    }
    for (const golfer of golfers) await golfer.signs(matchId);
  }
  return fay;
}

/** Every path with which golfers read what was played. */
export async function pathsToLookAt(golfer: Golfer, database: pg.Pool): Promise<string[]> {
  const course = await proofLinks(golfer);
  const { rows } = await database.query<{ day: string }>(
    `select distinct data ->> 'day' as day from log.events where type = 'MatchStarted'`,
  );
  const { status, body } = await golfer.call<{ competitions?: { id: string }[] }>('GET', '/api/competitions');
  const ids = status === 200 ? (body.competitions ?? []).map(({ id }) => id) : [];
  return [
    ...LEADERBOARD_SORTS.flatMap((sort) =>
      rows.map(({ day }) => `/api/mothership/daily-results?course=${course}&day=${day}&sort=${sort}`),
    ),
    ...HISTORY_SORTS.map((sort) => `/api/mothership/history?sort=${sort}`),
    `/api/mothership/eclectic-round?course=${course}`,
    ...ids.flatMap((id) => COMPETITION_SORTS.map((sort) => `/api/competitions/${id}?sort=${sort}`)),
  ];
}

export async function look(golfer: Golfer, paths: readonly string[]): Promise<Answers> {
  const answers: Answers = {};
  for (const path of paths) {
    const body = await golfer.does('GET', path);
    answers[path] = Object.fromEntries(Object.entries(body).filter(([name]) => LASTING.includes(name)));
  }
  return answers;
}
