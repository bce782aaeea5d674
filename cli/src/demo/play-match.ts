import { matchStream, type MatchEvents, type RecordedEvent } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { v5 as uuidV5 } from 'uuid';
import { commandIdOf, createdMatchId } from '@fairmark/api/match/commands/command-identity';
import type { DemoClock } from './demo-clock.js';
import { Refused, type Phone } from './phone.js';
import type { PlannedMatch } from './plan.js';
import { requestOf, type Setting } from './requests.js';
import type { Step } from './script.js';
import { timetable } from './timetable.js';

/** A golfer of the demo who is signed in. */
export interface Player {
  userId: string;
  phone: Phone;
}

export interface Stage {
  seed: string;
  players: readonly Player[];
  store: EventStore;
  clock: DemoClock;
  /** Nothing is later. */
  now: Date;
  /** Ends between two steps. */
  signal: AbortSignal;
}

/**
 * PLAYED: all its steps are in the log, `steps` of them from now. NOT_YET: its day has not begun at its course.
 * DIVERGED: somebody else has taken part, so that a step was refused; the rest stays undone.
 */
export interface Outcome {
  result: 'PLAYED' | 'NOT_YET' | 'DIVERGED';
  steps: number;
  scores: number;
  refusal: string | null;
}

/** Keys of the demo's commands, in a namespace of their own. */
const KEYS = '5d0a56b1-3f8b-4c55-9f3e-6a6c1e8f2d77';
const EVENTS_OF_A_MATCH = 1_000;
/** Far beyond any day: the round is moved back until its last step happens now. */
const AS_LATE_AS_POSSIBLE = 48 * 60;

const keyOf = (seed: string, match: PlannedMatch, step: number): string =>
  uuidV5(`${seed}/${match.name}/${step}`, KEYS);
const requestPrefix = (seed: string, match: PlannedMatch): string => `demo-${seed}-${match.name}-`;

/** The id that a match of the demo has, played or not. */
export function matchIdOf({ seed, players }: Pick<Stage, 'seed' | 'players'>, match: PlannedMatch): string {
  const host = playerOf(players, match.players[0] ?? 0);
  return createdMatchId(commandIdOf(host.userId, CREATE.route, keyOf(seed, match, 0)));
}

const CREATE = { method: 'POST', path: '/api/match/create', route: 'POST /api/match/create' } as const;

/**
 * Plays a match through the api, from where the log has it: every step carries its number into the events' correlation id, so
 * the log itself says how far it is, and its Idempotency-Key, so that a step whose answer was lost is not done twice.
 */
export async function playMatch(stage: Stage, match: PlannedMatch, onStep: (count: number) => void): Promise<Outcome> {
  const { store, seed, signal, players, now } = stage;
  const matchId = matchIdOf(stage, match);
  const before = await store.readStream(matchStream(matchId), 0n, { limit: EVENTS_OF_A_MATCH });
  const done = stepsDone(match.steps, before, requestPrefix(seed, match));
  const outcome: Outcome = { result: 'PLAYED', steps: 0, scores: 0, refusal: null };
  const times = timetable(
    { day: match.day, timeZone: match.course.timeZone },
    {
      teeOff: match.teeOff ?? AS_LATE_AS_POSSIBLE,
      startMinute: match.steps.find(({ call }) => call.kind === 'start')?.minute ?? 0,
      lastMinute: match.steps.at(-1)?.minute ?? 0,
    },
    now.getTime(),
  );
  if (times === null) return { ...outcome, result: 'NOT_YET' };

  const invites = invitesIn(before, players);
  const setting = { match, matchId, invites, idOf: (golfer: number) => playerOf(players, golfer).userId };
  onStep(Math.min(done, match.steps.length));
  for (const [number, step] of match.steps.entries()) {
    if (number < done) continue;
    signal.throwIfAborted();
    const refusal = await takeStep(stage, { number, step, setting, moment: times.at(step.minute), invites });
    if (refusal !== null) return { ...outcome, result: 'DIVERGED', refusal: `${match.name}: ${refusal}` };
    outcome.steps += 1;
    if (step.call.kind === 'score') outcome.scores += 1;
    onStep(1);
  }
  return outcome;
}

interface Turn {
  number: number;
  step: Step;
  setting: Setting;
  moment: Date;
  /** Takes the invitation that a step sends. */
  invites: Map<number, string>;
}

/** Null: it went as the story tells. Otherwise, how not. */
async function takeStep(stage: Stage, { number, step, setting, moment, invites }: Turn): Promise<string | null> {
  const { clock, seed, players } = stage;
  const { match } = setting;
  const { phone } = playerOf(players, step.by);
  const key = keyOf(seed, match, number);
  const call = { ...requestOf(step, setting), key, requestId: `${requestPrefix(seed, match)}${number}` };
  try {
    const answer = await clock.at(moment, () => phone.call<{ invite?: { id: string } }>(call));
    if (step.call.kind === 'invite' && answer.invite !== undefined) invites.set(step.call.who, answer.invite.id);
    return step.refused === undefined ? null : `${call.path} was not refused (${step.refused})`;
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) throw error;
    return error.code === step.refused ? null : error.message;
  }
}

/** How many steps need not be taken again: all up to the last that the log holds, and refusals that follow it. */
function stepsDone(steps: readonly Step[], events: readonly RecordedEvent[], prefix: string): number {
  const numbers = events
    .filter(({ metadata }) => metadata.correlationId.startsWith(prefix))
    .map(({ metadata }) => Number(metadata.correlationId.slice(prefix.length)));
  let done = Math.max(-1, ...numbers) + 1;
  while (done > 0 && steps[done]?.refused !== undefined) done += 1;
  return done;
}

/** The last invitation of each golfer. */
function invitesIn(events: readonly RecordedEvent[], players: readonly Player[]): Map<number, string> {
  const invites = new Map<number, string>();
  for (const { type, data } of events) {
    if (type !== 'PlayerInvited') continue;
    const { userId, inviteId } = data as MatchEvents['PlayerInvited'];
    invites.set(
      players.findIndex((player) => player.userId === userId),
      inviteId,
    );
  }
  return invites;
}

function playerOf(players: readonly Player[], golfer: number): Player {
  const player = players[golfer];
  if (player === undefined) throw new RangeError(`There is no demo golfer ${golfer}`);
  return player;
}
