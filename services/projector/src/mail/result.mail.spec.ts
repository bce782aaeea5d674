import { WEEKDAYS } from '@fairmark/contract';
import { competitionWith } from '@fairmark/events/testing/competitions';
import { eventually } from '@fairmark/events/testing/eventually';
import { competitionTable, type CompetitionCard } from '@fairmark/read-models';
import { finishCompetition } from '../competitions/competition-work.js';
import { appendToCompetition, createCompetition } from '../testing/competition-log.js';
import { MailStand } from '../testing/mail-stand.js';
import type { Letter } from './mail.layout.js';
import { resultLetter } from './result.mail.js';

const CREATED = '2026-08-03T01:00:00.000Z';

describe('the result of a competition', () => {
  const mails = MailStand.forSuite();

  const creates = (hostId: string, players: string[]) => {
    const about = { hostId, players, firstDay: '2026-08-03', name: 'Winter http://x.com', at: CREATED };
    return createCompetition(mails.store, about);
  };

  it('is sent once to host and players, when the tables have reached the finish', async () => {
    const [host, ann, bob, gone] = [
      await mails.golfer('Hal Host'),
      await mails.golfer('Ann Lee'),
      await mails.golfer('Bob Ray'),
      await mails.golfer('Gone Golfer'),
    ];
    await mails.reacts();
    await mails.works();
    const competitionId = await creates(host.id, [ann.id, bob.id, gone.id]);
    const removed = { type: 'CompetitionPlayerRemoved', data: { userId: gone.id, reason: 'HOST' } } as const;
    await appendToCompetition(mails.store, competitionId, [removed], CREATED);
    expect(await finishCompetition(mails.store, competitionId, new Date().toISOString())).toBe(true);
    await mails.readToEnd();
    await mails.allDue();
    await mails.settled();
    // No projector runs: the tables are empty, and every mail waits.
    expect((await mails.outbox()).map(({ about }) => about?.competitionId)).toEqual(Array(3).fill(competitionId));
    await mails.live();
    await mails.allDue();
    await eventually(async () => (await mails.outbox()).every(({ sent_at }) => sent_at !== null));
    const of = (email: string) => mails.catcher.mailsTo(email);
    expect([host, ann, bob, gone].map(({ email }) => of(email).length)).toEqual([1, 1, 1, 0]);
    expect(of(host.email)[0]?.subject).toBe('Winter http x. com is finished');
    expect(of(host.email)[0]?.text).toContain('because you host this competition');
    expect(of(ann.email)[0]?.text).toContain(`http://fairmark.test:3000/clubhouse/competitions/${competitionId}`);
    expect(of(ann.email)[0]?.text).toContain('No round counted.');
  });

  it('is not sent for a competition that was deleted in the meantime', async () => {
    const ann = await mails.golfer('Ann Lee');
    mails.project();
    await mails.reacts();
    const competitionId = await creates(ann.id, [ann.id]);
    await finishCompetition(mails.store, competitionId, new Date().toISOString());
    const deleted = { type: 'CompetitionDeleted', data: { reason: 'HOST' } } as const;
    await appendToCompetition(mails.store, competitionId, [deleted], new Date().toISOString());
    await mails.caughtUp();
    await mails.goOut();
    expect(await mails.outbox()).toEqual([expect.objectContaining({ about: null, sent_at: null })]);
  });
});

/** For the mail's delivery see above. */
describe('the result of a competition states', () => {
  const about = { hostId: 'host', days: WEEKDAYS, allowance: 100 };
  const state = competitionWith(['ann', 'bob', 'cat', 'dan'], about);
  /** Fours on par 4s, except hole 1; index 1 to 18. */
  const card = (userId: string, first: number, dailyHandicap: number): CompetitionCard => ({
    matchId: `match of ${userId}`,
    userId,
    correctedAt: null,
    courseId: state.course.courseId,
    startedAt: '2026-09-09T02:00:00.000Z',
    day: '2026-09-09',
    verifiedAt: '2026-09-09T08:00:00.000Z',
    dailyHandicap,
    strokes: [first, ...Array.from({ length: 17 }, () => 4)],
    pars: Array.from({ length: 18 }, () => 4),
    strokeIndexes: Array.from({ length: 18 }, (_, i) => i + 1),
  });
  const facts = (userId: string, cards: CompetitionCard[]): Letter['facts'] => {
    const table = competitionTable(state, cards);
    return resultLetter(state, table, userId, (id) => `Name of ${id}`).facts?.slice(1);
  };

  it('the winners and the golfer’s own result', () => {
    const cards = [card('ann', 3, 0), card('bob', 5, 10), card('cat', 3, 0)];
    expect(facts('bob', cards)).toEqual([
      ['Best gross', 'Name of ann and Name of cat, 71'],
      ['Best nett', 'You, 63'],
      ['Your gross', '73, rank 3 of 3'],
      ['Your nett', '63, rank 1 of 3'],
      ['Your rounds', '1 counted'],
    ]);
    expect(facts('cat', cards)).toContainEqual(['Best gross', 'You and Name of ann, 71']);
    expect(facts('cat', cards)).toContainEqual(['Your gross', '71, rank T1 of 3']);
    expect(facts('dan', cards)).toContainEqual(['Your rounds', 'None counted']);
    expect(facts('host', cards)).toHaveLength(2);
  });

  it('no common total for winners who are level against different pars', () => {
    const ofCat = card('cat', 4, 0);
    const cards = [card('ann', 3, 0), { ...ofCat, pars: [5, ...ofCat.pars.slice(1)] }];
    expect(facts('cat', cards)).toEqual([
      ['Best gross', 'Name of ann, 71'],
      ['Best nett', 'You and Name of ann'],
      ['Your gross', '72, rank 2 of 2'],
      ['Your nett', '72, rank T1 of 2'],
      ['Your rounds', '1 counted'],
    ]);
  });

  it('that no player has a score on every hole', () => {
    const short = { ...card('ann', 3, 0), strokes: [null, ...Array.from({ length: 17 }, () => 4)] };
    expect(facts('ann', [short])).toEqual([
      ['Best gross', 'No player has a score on every hole'],
      ['Best nett', 'No player has a score on every hole'],
      ['Your gross', 'No score on some holes, rank 1 of 1'],
      ['Your nett', 'No score on some holes, rank 1 of 1'],
      ['Your rounds', '1 counted'],
    ]);
  });
});
