import { randomUUID } from 'node:crypto';
import type { CompetitionAnswer, CompetitionChangedAnswer } from '@fairmark/contract';
import type { Golfer } from '../support/golfer.js';
import { eclectic } from '@fairmark/api/testing/caller';
import { allEnter, play, proofLinks } from '../support/group.js';
import { attack, codeOf, golfer, type Attack, type Ground } from './ground.js';

const HOLE = 7;

/** Plays a round of two golfers with complete cards. Ann's strokes on one hole may differ, as it gives no points. */
async function completeRound(ground: Ground): Promise<{ matchId: string; ann: Golfer; ben: Golfer }> {
  const [ann, ben] = [await golfer(ground, 'Ann Ash'), await golfer(ground, 'Ben Birch')];
  const matchId = await play(ann, [ben], { course: await proofLinks(ann), matchType: 'STABLEFORD' });
  await allEnter(matchId, [ann, ben]);
  for (const marker of [ann, ben]) await marker.enters(matchId, HOLE, 11, ann.id);
  return { matchId, ann, ben };
}

/** F2: a signature for entries that were not seen. F14: scores read without the golfer's consent. */
export const ROUNDS: Attack[] = [
  attack('F2', 'a marker changes a hole between the look at a card and the signature', async (ground) => {
    const { check } = ground;
    const { matchId, ann, ben } = await completeRound(ground);
    const shown = async (): Promise<string[]> =>
      (await ann.match(matchId)).rounds.flatMap(({ holes }) => holes.flatMap(({ marker }) => marker?.id ?? []));
    const signs = async (seen: string[]): Promise<string> =>
      codeOf(await ann.call('POST', `/api/match/${matchId}/verify`, { seen }));
    const stale = await shown();
    await ben.enters(matchId, HOLE, 30, ann.id);
    for (const [what, seen] of [
      ['as they were before', stale],
      ['of no entry', []],
      ['of other entries', stale.map(() => randomUUID())],
    ] as const) {
      const code = await signs([...seen]);
      check(`signing with the ids ${what}: ${code}`, code === 'SCORE_CHANGED');
    }
    const code = await signs(await shown());
    check(`signing with those that are shown now: ${code}`, code === '200');
  }),
  attack('F14', 'a host adds a golfer without asking, to read the scores', async (ground) => {
    const { check } = ground;
    const host = await golfer(ground, 'Hal Host');
    const form = eclectic(await proofLinks(host), [host]);
    const { competition } = await host.does<CompetitionChangedAnswer>('POST', '/api/competitions', form);
    const { matchId, ann, ben } = await completeRound(ground);
    await ann.signs(matchId);
    await ben.signs(matchId);
    const path = `/api/competitions/${competition.id}`;
    const { position, log } = await host.does<CompetitionChangedAnswer>('PUT', path, { players: [host.id, ann.id] });
    const rowOfAnn = async (reader: Golfer): Promise<string> => {
      const { rounds } = await reader.does<CompetitionAnswer>('GET', `${path}?position=${position}&log=${log}`);
      const row = rounds.find(({ player }) => player.id === ann.id);
      return `shown ${row?.shown}, total ${row?.totalScoreStroke}`;
    };
    const before = await rowOfAnn(host);
    check(`her row before she has opened it: ${before}`, before.startsWith('shown false, total null'));
    await rowOfAnn(ann);
    const after = await rowOfAnn(host);
    check(`and after: ${after}`, after.startsWith('shown true'));
  }),
];
