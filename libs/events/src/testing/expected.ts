import type { Side } from '@fairmark/contract';
import type { MatchCommand } from '../match/deciders/match.command.js';
import { isSigned, scoreOf, type PaperMatch } from './paper-match.js';
import type { PlainCard, PlainEntry } from './plain-match.js';

/** The outcome of a command by the paper's rules: `events`, `nothing`, or the code of the refusal. */
export type Outcome = string;

/** Null where the paper has no opinion: for other commands, and for signing without a named partner. */
export function expectedOutcome(paper: PaperMatch, command: MatchCommand): Outcome | null {
  if (command.type !== 'ScoreHole' && command.type !== 'SignCards') return null;
  if (!paper.present(command.actorId)) return 'MATCH_NOT_FOUND';
  if (paper.status === 'LOBBY') return 'MATCH_NOT_STARTED';
  return command.type === 'ScoreHole' ? scoreOutcome(paper, command) : signOutcome(paper, command);
}

type Score = Extract<MatchCommand, { type: 'ScoreHole' }>;

function scoreOutcome(paper: PaperMatch, command: Score): Outcome {
  if (command.noScore && paper.created?.matchType === 'STROKE') return 'INVALID_INPUT';
  const card = paper.cards.get(command.userId);
  return card === undefined ? 'NOT_MARKER' : entryOutcome(card, command);
}

function entryOutcome(card: PlainCard, command: Score): Outcome {
  const { actorId, userId, holeNumber, replaces } = command;
  const role = roleOf(card, userId, actorId);
  if (role === 'NONE') return 'NOT_MARKER';
  const there = card.entries[role === 'PLAYER' ? 'PLAYER' : 'MARKER'].get(holeNumber);
  if (holds(there, command)) return 'nothing';
  if (role === 'FORMER' && there !== undefined) return 'NOT_MARKER';
  if (card.withdrawn) return 'ROUND_WITHDRAWN';
  if (isSigned(card)) return 'ROUND_SIGNED';
  return replaces === undefined || replaces === (there?.id ?? null) ? 'events' : 'SCORE_CHANGED';
}

function holds(entry: PlainEntry | undefined, { strokes, noScore }: Score): boolean {
  return (entry === undefined ? null : scoreOf(entry)) === (noScore ? 'NS' : strokes);
}

function roleOf(card: PlainCard, owner: string, actorId: string): Side | 'FORMER' | 'NONE' {
  if (actorId === owner) return 'PLAYER';
  if (actorId === card.markerId) return 'MARKER';
  return card.formerMarkers.has(actorId) ? 'FORMER' : 'NONE';
}

const OTHER: Record<Side, Side> = { PLAYER: 'MARKER', MARKER: 'PLAYER' };

function signOutcome(paper: PaperMatch, command: Extract<MatchCommand, { type: 'SignCards' }>): Outcome | null {
  const { actorId, userId: partner } = command;
  if (paper.social) return 'NO_MARKER';
  const mine: [PlainCard, Side][] = [];
  const own = paper.cards.get(actorId);
  const theirs = partner === undefined ? undefined : paper.cards.get(partner);
  if (own !== undefined && own.markerId === partner && !own.withdrawn) mine.push([own, 'PLAYER']);
  if (theirs !== undefined && theirs.markerId === actorId && !theirs.withdrawn) mine.push([theirs, 'MARKER']);
  if (mine.length === 0) return null;

  const open = mine.filter(([card, side]) => !card.signed.has(side));
  if (open.length === 0) return 'nothing';
  if (open.some(([card, side]) => card.entries[side].size < 18)) return 'ROUND_NOT_COMPLETE';
  if (open.some(([card, side]) => card.entries[OTHER[side]].size < 18)) return 'ROUND_NOT_COMPLETE_BY_MARKER';
  return open.every(([card]) => paper.agreed(card)) ? 'events' : 'SCORES_DONT_MATCH';
}
