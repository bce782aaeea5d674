import type { BoardLinkMadeAnswer } from '@fairmark/contract';
import { bothCards, MEN, playedRound, type Progress } from './rounds.js';
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
  for (const golfer of [host, guest]) await golfer.readies(lobby);
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
  /** Two golfers and their round, whose cards are whole unless `about` has a number of holes. */
  const plays = async (name: string, about: Partial<Progress> = {}) => {
    const [man, woman] = await Promise.all([
      stage.golfer({ name: `${name} Ash`, gender: 'MALE', handicap: 10 }),
      stage.golfer({ name: `${name}a Banks`, gender: 'FEMALE', handicap: 20 }),
    ]);
    return [man, woman, await playedRound(man, woman, { course, ...about })] as const;
  };
  const [
    practising,
    [, player, round],
    [finisher, , finished],
    [disputant, , disputed],
    [onceSigned, , waitingForMarker],
    [unmarkedGolfer, una, unmarked],
    [lastGolfer, lea, lastSigned],
    [signer, sia, before],
  ] = await Promise.all([
    stage.golfer({ name: 'Pia Practice', gender: 'FEMALE', handicap: 36 }),
    plays('Max', { holes: 4 }),
    plays('Fin', { matchType: 'STABLEFORD' }),
    plays('Dor'),
    // As long as first names get.
    plays('Krishnamoorthyswamygal'),
    plays('Un', { holes: 9 }),
    plays('Les'),
    plays('Sig', { matchType: 'STABLEFORD', holes: 0 }),
  ]);
  const practice = await play(practising, [], { course, playType: 'SOCIAL' });
  // In play at hole 5, one hole has two different entries; of the whole card, two.
  await player.scores(round, 3, 8);
  for (const hole of [5, 14]) await disputant.scores(disputed, hole, (MEN[hole - 1] ?? 4) + 1);
  await onceSigned.signs(waitingForMarker);
  // One was signed by the marker; both markers have deleted their accounts since.
  await lea.signs(lastSigned);
  for (const marker of [una, lea]) {
    await marker.confirmsPassword();
    await marker.does('DELETE', '/api/user/delete');
  }
  // A better round before the verified one, so that form and eclectic consist of two.
  const better = MEN.map((strokes, index) => (index % 4 === 0 ? strokes - 1 : strokes));
  for (const golfer of [signer, sia]) {
    await golfer.entersCard(before, better, signer.id);
    await golfer.entersCard(before, MEN, sia.id);
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
