import { LIMITS } from '@fairmark/contract';
import { EMPTY_BOX, type Box, type ConfirmedScore, type SentScore, type WaitingScore } from './box.js';

/** Version of the stored format. Other versions are not read. */
const VERSION = 1;

interface BoxNotes {
  /** Keys of settled scores (sent, replaced or dropped), newest last. Any other missing score was lost. */
  settled: readonly string[];
  /** Whether unreadable scores were found and not acknowledged yet. */
  unread: boolean;
}

/** The readable part of a stored box. */
interface ReadBox extends BoxNotes {
  box: Box;
  /** Whether some or all of it could not be read. */
  damaged: boolean;
}

const NO_NOTES: BoxNotes = { settled: [], unread: false };

/** Serialises the box for storage; null: nothing to store. */
export function writeBox({ waiting, confirmed }: Box, { settled, unread }: BoxNotes = NO_NOTES): string | null {
  if (waiting.length === 0 && confirmed.length === 0 && settled.length === 0 && !unread) return null;
  return JSON.stringify({ version: VERSION, waiting, confirmed, settled, unread });
}

/** Parses a stored box. Invalid scores are left out. */
export function readBox(text: string | null): ReadBox {
  if (text === null) return { box: EMPTY_BOX, damaged: false, ...NO_NOTES };
  const stored = parsed(text);
  const waiting = isRecord(stored) && stored['version'] === VERSION ? stored['waiting'] : null;
  if (!isRecord(stored) || !Array.isArray(waiting)) return { box: EMPTY_BOX, damaged: true, ...NO_NOTES };
  const whole = waiting.filter(isWaiting);
  const { confirmed, settled, unread } = stored;
  return {
    box: { waiting: whole, confirmed: Array.isArray(confirmed) ? confirmed.filter(isConfirmed) : [] },
    damaged: whole.length < waiting.length,
    settled: Array.isArray(settled) ? settled.filter((key) => typeof key === 'string') : [],
    unread: unread === true,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isWaiting(score: unknown): score is WaitingScore {
  if (!isPlace(score) || !isSent(score)) return false;
  if (!('tries' in score && 'state' in score && 'sent' in score)) return false;
  if (score.state !== 'waiting' && score.state !== 'refused') return false;
  return typeof score.tries === 'number' && (score.sent === null || isSent(score.sent));
}

function isConfirmed(score: unknown): score is ConfirmedScore {
  if (!isPlace(score) || !('keys' in score && 'entry' in score && 'revision' in score && 'log' in score)) return false;
  const { keys, entry, revision, log } = score;
  const placed = typeof log === 'string' && typeof revision === 'string' && /^\d+$/.test(revision);
  if (!Array.isArray(keys) || !placed) return false;
  return entry === null || (isRecord(entry) && typeof entry['id'] === 'string');
}

function isPlace(score: unknown): score is Record<string, unknown> {
  if (!isRecord(score)) return false;
  const hole = score['holeNumber'];
  const named = ['matchId', 'userId', 'by'].every((name) => typeof score[name] === 'string');
  return named && typeof hole === 'number' && Number.isInteger(hole) && hole >= 1 && hole <= LIMITS.holes;
}

function isSent(score: unknown): score is SentScore {
  if (!isRecord(score)) return false;
  const { key, replaces, enteredAt, strokes, noScore } = score;
  const named = typeof key === 'string' && typeof enteredAt === 'string';
  const over = replaces === null || typeof replaces === 'string';
  return named && over && (strokes === null || typeof strokes === 'number') && typeof noScore === 'boolean';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
