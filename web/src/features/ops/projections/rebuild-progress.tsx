import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { REBUILD_PHASES, type RebuildJob } from '@fairmark/contract';
import { Check } from 'lucide-react';
import { PHASE_WORDS, progressWords, shareOf } from './projection-words.js';
import { momentWords } from '../../../text/dates.js';

const PERCENT = 100;

const wander = keyframes`from { translate: -100%; } to { translate: 350%; }`;

const Box = styled.div`
  display: grid;
  gap: var(--space-3);
  padding: var(--space-4);
  border-radius: var(--radius-field);
  background: var(--sunk);
  & > h3 {
    font-size: var(--text-18);
  }
  & > p {
    color: var(--ink-2);
    font-size: var(--text-14);
  }
`;

const Track = styled.div`
  overflow: hidden;
  height: 12px;
  border: 1px solid var(--line-strong);
  border-radius: 6px;
  background: var(--surface);
  & > span {
    display: block;
    width: calc(var(--share) * 100%);
    height: 100%;
    background: var(--primary);
    transition: width var(--sheet) linear;
  }
  &:not([aria-valuenow]) > span {
    width: 30%;
    animation: ${wander} 1600ms ease-in-out infinite;
  }
  @media (prefers-reduced-motion: reduce) {
    &:not([aria-valuenow]) > span {
      width: 100%;
      opacity: 0.35;
      animation: none;
    }
  }
`;

const Phases = styled.ol`
  display: grid;
  gap: var(--space-1);
  font-size: var(--text-14);
  & > li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    align-items: center;
    gap: var(--space-2);
    color: var(--ink-2);
  }
  & > li > span:first-of-type {
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    border: 1.5px solid var(--line-strong);
    border-radius: 50%;
    font-size: var(--text-12);
  }
  & > li[aria-current='step'] {
    color: var(--ink);
    font-weight: 600;
  }
  & > li[aria-current='step'] > span:first-of-type {
    border-width: 5px;
    border-color: var(--primary);
  }
  & > li[data-done='true'] > span:first-of-type {
    border-color: var(--primary);
    background: var(--primary);
    color: var(--on-primary);
  }
`;

/** A rebuild that waits or runs: its phase, how far it is, how long it takes still. */
export function RebuildProgress({ job }: { job: RebuildJob }) {
  const { phase, requestedBy, requestedAt } = job;
  const share = phase === null ? null : shareOf(job);
  const at = phase === null ? -1 : REBUILD_PHASES.indexOf(phase);
  const words = phase === null ? 'Waiting for a projector to take it up' : PHASE_WORDS[phase];
  return (
    <Box>
      <h3>{words}</h3>
      <Track
        role="progressbar"
        aria-label="Rebuild"
        aria-valuemin={0}
        aria-valuemax={PERCENT}
        aria-valuenow={share === null ? undefined : Math.floor(share * PERCENT)}
        aria-valuetext={phase === null ? words : `${words}: ${progressWords(job)}`}
        style={{ '--share': share ?? 1 }}
      >
        <span />
      </Track>
      <p>{phase === null ? 'It begins within seconds.' : progressWords(job)}</p>
      <Phases aria-label="Phases of the rebuild">
        {REBUILD_PHASES.map((one, index) => (
          <li key={one} data-done={index < at} aria-current={index === at ? 'step' : undefined}>
            <span aria-hidden="true">{index < at && <Check size={12} strokeWidth={3} />}</span>
            <span>
              {PHASE_WORDS[one]}
              {index < at && <span className="visually-hidden">, done</span>}
            </span>
          </li>
        ))}
      </Phases>
      <p>
        Asked for by {requestedBy}, {momentWords(requestedAt)}
      </p>
    </Box>
  );
}
