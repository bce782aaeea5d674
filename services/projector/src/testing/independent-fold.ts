import {
  courseDay,
  foldMatch,
  upcast,
  type Card,
  type CompetitionEvents,
  type CountingEntry,
  type EventStore,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { wholeLog } from '@fairmark/events/testing/events';
import { CLUBHOUSE_SCHEMA } from '@fairmark/platform';
import { nettDoubleBogey, parResult, stablefordPoints, strokesReceived } from '@fairmark/scoring';
import { Client } from 'pg';

/**
 * What the clubhouse's tables must hold, worked out from the whole log in the plainest way and with none of the projector's
 * code: the check after crashes and rebuilds.
 */
export interface ClubhouseRows {
  matches: Map<string, unknown[]>;
  player_matches: Map<string, unknown[]>;
  invites: Map<string, unknown[]>;
  rounds: Map<string, unknown[]>;
  competitions: Map<string, unknown[]>;
}

/**
 * Every difference between the tables and the log, one sentence each; empty when they agree. The projector must have reached
 * the log's end.
 */
export async function compareClubhouse(databaseUrl: string, store: EventStore): Promise<string[]> {
  const expected = foldLog(await wholeLog(store));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await readTables(client);
    const { rows } = await client.query<{ stream: string; error: string }>(
      `select stream, error from ${CLUBHOUSE_SCHEMA}.parked_events order by position`,
    );
    return [
      ...rows.map(({ stream, error }) => `parked: ${stream}: ${error}`),
      ...(Object.keys(expected) as (keyof ClubhouseRows)[]).flatMap((table) =>
        differences(table, expected[table], found[table]),
      ),
    ];
  } finally {
    await client.end();
  }
}

/** The rows that a log makes. */
export function foldLog(events: readonly RecordedEvent[]): ClubhouseRows {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    if (!/^(match|competition)-/.test(event.stream)) continue;
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  }
  const rows: ClubhouseRows = {
    matches: new Map(),
    player_matches: new Map(),
    invites: new Map(),
    rounds: new Map(),
    competitions: new Map(),
  };
  for (const [name, stream] of streams) {
    if (name.startsWith('competition-')) addCompetition(rows, stream.map(upcast));
    else {
      const state = foldMatch(stream.map(upcast));
      if (state !== null) addMatch(rows, state, stream);
    }
  }
  return rows;
}

/** Read off the events, without the fold of competitions. */
function addCompetition(rows: ClubhouseRows, stream: readonly RecordedEvent[]): void {
  const [first] = stream;
  if (first === undefined) return;
  const created = first.data as CompetitionEvents['CompetitionCreated'];
  let [hostId, status, players]: [string, string, string[]] = [created.hostId, 'OPEN', []];
  for (const { type, data } of stream) {
    const { userIds = [], userId, hostId: host } = data as { userIds?: string[]; userId?: string; hostId?: string };
    if (type === 'CompetitionPlayersAdded') players.push(...userIds);
    if (type === 'CompetitionPlayerRemoved') players = players.filter((id) => id !== userId);
    if (type === 'CompetitionHostChanged') hostId = host ?? hostId;
    if (type === 'CompetitionDeleted') status = 'DELETED';
    if (type === 'CompetitionFinished') status = 'FINISHED';
  }
  rows.competitions.set(created.competitionId, [
    hostId,
    status,
    players,
    first.metadata.recordedAt,
    endOfTheDayAfter(created),
  ]);
}

/** Minute by minute: the first moment that is neither the last day nor the day after it, on the course's clocks. */
function endOfTheDayAfter({ course, lastDay }: CompetitionEvents['CompetitionCreated']): string {
  const dayAfter = new Date(Date.parse(`${lastDay}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  let moment = Date.parse(`${dayAfter}T00:00:00Z`);
  while (courseDay(course, new Date(moment).toISOString()) <= dayAfter) moment += 60_000;
  return new Date(moment).toISOString();
}

function addMatch(rows: ClubhouseRows, state: MatchState, stream: readonly RecordedEvent[]): void {
  const { matchId, course } = state;
  rows.matches.set(matchId, [
    state.hostId,
    state.status,
    state.playType,
    state.matchType,
    state.tee,
    course.courseId,
    course.name,
    course.clubName,
    course.courseName,
    state.createdAt,
    state.startedAt,
    state.day,
  ]);
  for (const { inviteId, userId, status } of state.invites.values()) {
    rows.invites.set(inviteId, [userId, matchId, status]);
  }
  for (const userId of everJoined(stream)) {
    const open = state.status === 'LOBBY' ? state.members.has(userId) : owesHole(state, userId);
    const startedAt = state.cards.has(userId) ? state.startedAt : null;
    rows.player_matches.set(`${userId} ${matchId}`, [open, state.createdAt, startedAt]);
  }
  if (state.playType === 'SOCIAL') return;
  for (const card of state.cards.values()) rows.rounds.set(`${matchId} ${card.userId}`, roundOf(state, card));
}

/** Read off the events, not off the state: who created the match or accepted an invitation to it. */
function everJoined(stream: readonly RecordedEvent[]): Set<string> {
  const joined = new Set<string>();
  for (const { type, data } of stream) {
    if (type === 'MatchCreated') joined.add((data as { hostId: string }).hostId);
    if (type === 'InviteAccepted') joined.add((data as { userId: string }).userId);
  }
  return joined;
}

function owesHole(state: MatchState, userId: string): boolean {
  const own = state.cards.get(userId);
  if (state.status !== 'STARTED' || own === undefined || own.withdrawn) return false;
  if (state.closedAccounts.has(userId)) return false;
  if (own.player.includes(null)) return true;
  for (const card of state.cards.values()) {
    if (card.markerId === userId && !card.withdrawn && card.marker.includes(null)) return true;
  }
  return false;
}

function roundOf(state: MatchState, card: Card): unknown[] {
  const byMarker = card.marker.every((entry) => entry !== null);
  const entries: (CountingEntry | null)[] = [...(byMarker ? card.marker : card.player)];
  if (byMarker) {
    for (const { holes } of card.corrections) for (const hole of holes) entries[hole.holeNumber - 1] = hole;
  }
  const { dailyHandicap, gender } = card.settings;
  let stableford = 0;
  let par = 0;
  let toPar: number | null = -dailyHandicap;
  const holes = Array.from({ length: 18 }, (_, i) => {
    const hole = state.course.byGender[gender]?.holes.find(({ number }) => number === i + 1);
    if (hole === undefined) throw new Error(`No hole ${i + 1} in ${state.matchId}`);
    return hole;
  });
  holes.forEach((hole, i) => {
    const entry = entries[i] ?? null;
    if (entry === null) {
      toPar = null;
      return;
    }
    const strokes = entry.noScore ? null : entry.strokes;
    const played = { par: hole.par, strokesReceived: strokesReceived(dailyHandicap, hole.strokeIndex), strokes };
    stableford += stablefordPoints(played);
    par += parResult(played);
    if (toPar !== null) toPar += (strokes ?? nettDoubleBogey(played)) - hole.par;
  });
  return [
    card.markerId,
    state.course.courseId,
    state.course.name,
    state.course.clubName,
    state.course.courseName,
    state.day,
    state.startedAt,
    state.matchType,
    dailyHandicap,
    card.player.filter((entry) => entry !== null).length,
    card.marker.filter((entry) => entry !== null).length,
    card.signatures.PLAYER !== undefined,
    card.signatures.MARKER !== undefined,
    card.verified,
    card.verifiedAt,
    card.withdrawn,
    entries.map((entry) => (entry === null ? null : entry.noScore ? 0 : entry.strokes)),
    holes.map((hole) => hole.par),
    holes.flatMap((hole) => hole.strokeIndex),
    stableford,
    par,
    toPar,
    entries.some((entry) => entry?.noScore === true),
    card.corrections.at(-1)?.correctedAt ?? null,
  ];
}

const COLUMNS: Record<keyof ClubhouseRows, { key: string; columns: string }> = {
  matches: {
    key: 'match_id::text',
    columns:
      'host_id, status, play_type, match_type, tee, course_id, course_name, club_name, layout_name, created_at, started_at, day::text',
  },
  player_matches: {
    key: "user_id || ' ' || match_id",
    columns: 'open, created_at, started_at',
  },
  invites: { key: 'invite_id::text', columns: 'user_id, match_id, status' },
  rounds: {
    key: "match_id || ' ' || user_id",
    columns: `marker_id, course_id, course_name, club_name, layout_name, day::text, started_at, match_type, daily_handicap, player_holes, marker_holes, player_signed,
      marker_signed, verified, verified_at, withdrawn, strokes, pars, stroke_indexes, stableford, par, nett_to_par, includes_no_score, corrected_at`,
  },
  competitions: {
    key: 'competition_id::text',
    columns: 'host_id, status, players::text[], created_at, verified_before',
  },
};

async function readTables(client: Client): Promise<ClubhouseRows> {
  const read = async (table: keyof ClubhouseRows): Promise<Map<string, unknown[]>> => {
    const { key, columns } = COLUMNS[table];
    const { rows } = await client.query<unknown[]>({
      text: `select ${key}, ${columns} from ${CLUBHOUSE_SCHEMA}.${table}`,
      rowMode: 'array',
    });
    return new Map(rows.map(([name, ...values]) => [String(name), values.map(plain)]));
  };
  return {
    matches: await read('matches'),
    player_matches: await read('player_matches'),
    invites: await read('invites'),
    rounds: await read('rounds'),
    competitions: await read('competitions'),
  };
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function differences(table: string, expected: Map<string, unknown[]>, found: Map<string, unknown[]>): string[] {
  const said: string[] = [];
  for (const [key, row] of expected) {
    const there = found.get(key);
    if (there === undefined) said.push(`${table} ${key} is missing`);
    else if (JSON.stringify(there) !== JSON.stringify(row)) {
      said.push(`${table} ${key}: ${JSON.stringify(there)}, the log says ${JSON.stringify(row)}`);
    }
  }
  for (const key of found.keys()) if (!expected.has(key)) said.push(`${table} ${key} is not in the log`);
  return said;
}
