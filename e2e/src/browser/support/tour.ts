import type { BoardLinkMadeAnswer } from '@fairmark/contract';
import { bothCards, MEN, playedRound } from './rounds.js';
import { appoints, play } from '../../support/group.js';
import { inThePast } from './past.js';
import type { Stage } from './stage.js';

/** Golfers in every situation for a page, each with the match concerned. */
export type Tour = Awaited<ReturnType<typeof seedTour>>;

/** Creates all these situations over HTTP. */
export async function seedTour(stage: Stage) {
  const [newcomer, lobbies, rounds, competitions, oversight] = await Promise.all([
    // Has no match and has never played.
    stage.golfer({ name: 'Nina North', gender: 'FEMALE', handicap: 9.1 }),
    seedLobbies(stage),
    seedRounds(stage),
    seedCompetitions(stage),
    seedOversight(stage),
  ]);
  return { course: stage.courseId, newcomer, ...lobbies, ...rounds, ...competitions, ...oversight };
}

async function seedLobbies(stage: Stage) {
  const course = stage.courseId;
  const [invited, freshHost, host, guest, settingUp, other, practiceHost] = await Promise.all([
    stage.golfer({ name: 'Ivan Ilk', gender: 'MALE', handicap: 14 }),
    stage.golfer({ name: 'Hugo Hill', gender: 'MALE', handicap: 10 }),
    stage.golfer({ name: 'Hanna Holt', gender: 'FEMALE', handicap: 20 }),
    stage.golfer({ name: 'Gwen Gale', gender: 'FEMALE', handicap: 28 }),
    stage.golfer({ name: 'Sam Stone', gender: 'MALE', handicap: -0.4 }),
    stage.golfer({ name: 'Olga Other', gender: 'FEMALE', handicap: 12 }),
    stage.golfer({ name: 'Percy Putt', gender: 'MALE', handicap: 18 }),
  ]);
  // Without an invitation yet.
  const freshLobby = await freshHost.creates({ course });
  // A guest is ready, and another golfer is invited.
  const lobby = await host.creates({ course, matchType: 'STABLEFORD' });
  await guest.joins(lobby, host);
  await host.readies(lobby);
  await guest.readies(lobby);
  const invitation = { inviteId: await host.invites(lobby, invited), matchId: lobby };
  const settingUpLobby = await other.creates({ course });
  await settingUp.joins(settingUpLobby, other);
  const practiceLobby = await practiceHost.creates({ course, playType: 'SOCIAL' });
  await practiceHost.readies(practiceLobby);
  await practiceHost.invites(practiceLobby, other);
  const setUp = { freshHost, freshLobby, host, lobby, guest, settingUp, settingUpLobby, practiceHost, practiceLobby };
  return { invited, invitation, ...setUp };
}

async function seedRounds(stage: Stage) {
  const course = stage.courseId;
  const pair = (name: string) =>
    Promise.all([
      stage.golfer({ name: `${name} Ash`, gender: 'MALE', handicap: 10 }),
      stage.golfer({ name: `${name}a Banks`, gender: 'FEMALE', handicap: 20 }),
    ]);
  const [
    [max, player],
    [finisher, faye],
    [disputant, dora],
    [onceSigned, olive],
    [unmarkedGolfer, una],
    [lastGolfer, lea],
    practising,
  ] = await Promise.all([
    pair('Max'),
    pair('Fin'),
    pair('Dor'),
    // As long as first names get.
    pair('Krishnamoorthyswamygal'),
    pair('Un'),
    pair('Les'),
    stage.golfer({ name: 'Pia Practice', gender: 'FEMALE', handicap: 36 }),
  ]);

  // At hole 5; hole 3 has two different entries.
  const round = await playedRound(max, player, { course, holes: 4 });
  await player.scores(round, 3, 8);

  const practice = await practising.creates({ course, playType: 'SOCIAL' });
  await practising.readies(practice);
  await practising.does('POST', '/api/match/start', { matchId: practice });

  const finished = await playedRound(finisher, faye, { course, matchType: 'STABLEFORD' });

  // All entries are made, two holes differ.
  const disputed = await playedRound(disputant, dora, { course });
  for (const hole of [5, 14]) await disputant.scores(disputed, hole, (MEN[hole - 1] ?? 4) + 1);

  const waitingForMarker = await playedRound(onceSigned, olive, { course });
  await onceSigned.signs(waitingForMarker);

  // Half a round, and one signed by the marker; the markers have deleted their accounts since.
  const unmarked = await playedRound(unmarkedGolfer, una, { course, holes: 9 });
  const lastSigned = await playedRound(lastGolfer, lea, { course });
  await lea.signs(lastSigned);
  for (const marker of [una, lea]) {
    await marker.confirmsPassword();
    await marker.does('DELETE', '/api/user/delete');
  }

  const [signer, sia] = await pair('Sig');
  // A better round before it, so that form and eclectic consist of two.
  const before = await play(signer, [sia], { course, matchType: 'STABLEFORD' });
  const better = MEN.map((strokes, index) => (index % 4 === 0 ? strokes - 1 : strokes));
  for (const [card, golfer, marker] of [
    [better, signer, sia],
    [MEN, sia, signer],
  ] as const) {
    await golfer.entersCard(before, card);
    await marker.entersCard(before, card, golfer.id);
  }
  for (const golfer of [signer, sia]) await golfer.signs(before);
  const verified = await playedRound(signer, sia, { course, signed: true });
  const open = { player, round, practising, practice, finisher, finished, disputant, disputed };
  const never = { unmarked, unmarkedGolfer, lastSigned, lastGolfer };
  return { ...open, ...never, onceSigned, waitingForMarker, signer, verified };
}

/** A four-week competition that began this long ago is over, but sessions from then are still valid. */
const DAYS_AGO = 29.5;
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One is in its fifth week, with players who have not played yet; the deadline of the other has passed. */
async function seedCompetitions(stage: Stage) {
  const [organiser, member, ...others] = await Promise.all([
    stage.golfer({ name: 'Olivia Orr', gender: 'FEMALE', handicap: 20 }),
    stage.golfer({ name: 'Milo Marsh', gender: 'MALE', handicap: 10 }),
    ...['Ed Eagle', 'Bea Birdie', 'Pat Putter', 'Wedge Wood', 'Alba Tross', 'Finn Fairway', 'Gil Green'].map((name) =>
      stage.golfer({ name, gender: 'MALE', handicap: 18 }),
    ),
  ]);
  const players = [organiser, member, ...others].map(({ id }) => id);
  const form = { competitionType: 'ECLECTIC', course: stage.courseId, days: WEEK };
  const [running, over, matchId] = await inThePast(stage.stack, DAYS_AGO, async (asThen) => {
    const [host, other] = await Promise.all([asThen(organiser), asThen(member)]);
    const create = async (about: object): Promise<string> => {
      const made = { ...form, allowance: 100, ...about };
      const { competition } = await host.does<{ competition: { id: string } }>('POST', '/api/competitions', made);
      return competition.id;
    };
    const ids = [
      await create({ competitionName: 'Spring Ringers', duration: 8, players }),
      await create({ competitionName: 'Winter Cup', duration: 4, players: players.slice(0, 3) }),
    ] as const;
    return [...ids, await playedRound(other, host, { course: stage.courseId, signed: true })] as const;
  });
  const judge = others[0] ?? organiser;
  await appoints(stage.stack.databaseUrl, judge, 'COMMITTEE', stage.courseId);
  await judge.does('POST', `/api/match/${matchId}/corrections`, {
    userId: member.id,
    reason: 'RULING',
    holes: [{ holeNumber: 2, strokes: 4 }],
  });
  return { organiser, member, running, over };
}

/** A round with everything that an audit can show: a mistake corrected, a card reopened, a correction. */
async function seedOversight(stage: Stage) {
  const [staff, committee, theo, tess] = await Promise.all([
    stage.golfer({ name: 'Sue Support', gender: 'FEMALE', handicap: 14 }),
    stage.golfer({ name: 'Cass Committee', gender: 'FEMALE', handicap: 9 }),
    stage.golfer({ name: 'Theo Thorn', gender: 'MALE', handicap: 10 }),
    stage.golfer({ name: 'Tess Tate', gender: 'FEMALE', handicap: 20 }),
  ]);
  for (const role of ['AUDITOR', 'SUPPORT'] as const) await appoints(stage.stack.databaseUrl, staff, role);
  await appoints(stage.stack.databaseUrl, committee, 'COMMITTEE', stage.courseId);
  const corrected = await play(theo, [tess], { course: stage.courseId });
  await theo.scores(corrected, 3, 7);
  await bothCards(corrected, theo, tess);
  await theo.signs(corrected);
  await theo.does('DELETE', `/api/match/${corrected}/verify`, { userId: theo.id });
  await theo.signs(corrected);
  await tess.signs(corrected);
  await committee.does('POST', `/api/match/${corrected}/corrections`, {
    userId: theo.id,
    reason: 'PENALTY',
    note: 'Played a wrong ball on the 4th, rule 6.3c.',
    holes: [{ holeNumber: 4, strokes: 7 }],
  });
  const { token: boardLink } = await committee.does<BoardLinkMadeAnswer>('POST', '/api/ops/board-links', {
    course: stage.courseId,
    label: 'Spike bar',
  });
  return { staff, committee, boardLink, corrected, correctedGolfer: theo };
}
