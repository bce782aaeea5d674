import styled from '@emotion/styled';
import { REBUILD_PHASES, type RebuildJob } from '@fairmark/contract';
import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { Sunk } from '../parts/page-parts.js';
import { PHASE_WORDS, progressWords, shareOf } from './projection-words.js';
import { momentWords } from '../../../text/dates.js';

const PERCENT = 100;

const Box = styled(Sunk)`
  gap: var(--space-3);
  & > h3 {
    font-size: var(--text-18);
  }
  & > p {
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & > progress {
    width: 100%;
    accent-color: var(--primary);
  }
  & > ol {
    display: grid;
    gap: var(--space-1);
    font-size: var(--text-14);
  }
  & li {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    color: var(--ink-2);
  }
  & li[aria-current='step'] {
    color: var(--ink);
    font-weight: 600;
  }
  & svg {
    color: var(--primary);
  }
`;

/** A waiting or running rebuild: phase, progress and time left. `running`: whether a projector is running. */
export function RebuildProgress({ job, running }: { job: RebuildJob; running: boolean }) {
  const { phase, requestedBy, requestedAt } = job;
  const share = phase === null ? null : shareOf(job);
  const at = phase === null ? -1 : REBUILD_PHASES.indexOf(phase);
  const words = phase === null ? 'Waiting for a projector to take it up' : PHASE_WORDS[phase];
  const begins = `It begins ${running ? 'within seconds' : 'once a projector runs'}.`;
  return (
    <Box>
      <h3>{words}</h3>
      <progress
        aria-label="Rebuild"
        max={PERCENT}
        value={share === null ? undefined : Math.floor(share * PERCENT)}
        aria-valuetext={phase === null ? words : `${words}: ${progressWords(job)}`}
      />
      <p>{phase === null ? begins : progressWords(job)}</p>
      <ol aria-label="Phases of the rebuild">
        {REBUILD_PHASES.map((one, index) => (
          <li key={one} aria-current={index === at ? 'step' : undefined}>
            {index < at ? <CircleCheck size={20} /> : index === at ? <CircleDot size={20} /> : <Circle size={20} />}
            <span>
              {PHASE_WORDS[one]}
              {index < at && <span className="visually-hidden">, done</span>}
            </span>
          </li>
        ))}
      </ol>
      <p>
        Requested by {requestedBy}, {momentWords(requestedAt)}
      </p>
    </Box>
  );
}
