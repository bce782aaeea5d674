import type { RoundStoryAnswer } from '@fairmark/contract';
import { verifyChain, type ChainFault, type RecordedEvent } from '@fairmark/events';

/** What is wrong with the first event that breaks the hash chain. */
const FAULTS: Readonly<Record<ChainFault['fault'], string>> = {
  STREAM: 'It stands in another stream.',
  REVISION: 'The event that belongs before it is missing, or it is there twice.',
  PREVIOUS: 'It does not follow on the event before it.',
  TIME: 'It is recorded before the event before it.',
  HASH: 'It was changed: its hash does not fit it.',
};

/** Whether a whole stream is as recorded; if not, the first faulty event and its fault. */
export function proofOf(events: readonly RecordedEvent[]): RoundStoryAnswer['proof'] {
  const fault = verifyChain(events);
  if (fault === null) return { whole: true };
  return { whole: false, eventId: fault.id, revision: String(fault.revision), fault: FAULTS[fault.fault] };
}
