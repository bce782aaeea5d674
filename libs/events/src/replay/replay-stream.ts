import type { RecordedEvent } from '../envelope/envelope.js';
import { competitionStream } from '../competition/competition.events.js';
import { matchStream } from '../match/match.events.js';
import { COMPETITION_REPLAY } from './competition.replay.js';
import type { WasCommittee } from './committees.js';
import { matchReplay } from './match.replay.js';
import { replay, type RuleFault } from './replay.js';

const [MATCHES, COMPETITIONS] = [matchStream(''), competitionStream('')];

/** Whether a stream's category has rules: matches and competitions do. */
export const hasRules = (stream: string): boolean => stream.startsWith(MATCHES) || stream.startsWith(COMPETITIONS);

/**
 * Returns the first event of a match or competition that its rules did not allow; null if there is none, or no rules.
 *
 * @param events the whole stream as stored, its chain already checked
 * @param wasCommittee decides whose corrections were allowed
 */
export function replayStream(events: readonly RecordedEvent[], wasCommittee: WasCommittee): RuleFault | null {
  const stream = events[0]?.stream ?? '';
  if (stream.startsWith(MATCHES)) return replay(events, stream.slice(MATCHES.length), matchReplay(wasCommittee));
  if (stream.startsWith(COMPETITIONS)) return replay(events, stream.slice(COMPETITIONS.length), COMPETITION_REPLAY);
  return null;
}
