import styled from '@emotion/styled';
import type { StoryChange, StoryLine } from '@fairmark/contract';
import { ArrowRight } from 'lucide-react';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { CardStack, Fact } from '../../../ui/page-parts.js';
import { Figures, Raw } from '../parts/page-parts.js';
import { clockWords } from '../../../text/dates.js';
import { sentence } from '../../../text/words.js';
import { clockBeside, lateWords, phoneWords, whoWords } from '../parts/words.js';

const Sheet = styled(CardStack)`
  & summary {
    color: var(--primary);
    font-weight: 600;
  }
  & ul,
  & details > dl {
    display: grid;
    gap: var(--space-1);
  }
  & details > dl {
    gap: var(--space-2);
    font-size: var(--text-14);
  }
  & details dd {
    font-weight: 400;
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-2);
  }
  & s {
    color: var(--ink-2);
  }
`;

/** One step in words: what happened, who did it, when, on which phone, and the evidence. */
export function StepFacts({ line, timeZone }: { line: StoryLine; timeZone: string }) {
  const { words, recordedAt, occurredAt, changes } = line;
  const late = lateWords(line);
  return (
    <Sheet aria-labelledby="this-step">
      <h3 id="this-step">This step</h3>
      <p>{words}</p>
      {changes.length > 0 && (
        <ul aria-label="What it changed">
          {changes.map((change) => (
            <Change key={`${change.card.id} ${change.holeNumber} ${change.side}`} change={change} />
          ))}
        </ul>
      )}
      <Figures>
        <Fact term="By">{whoWords(line)}</Fact>
        <Fact term="Recorded by the server">{clockWords(recordedAt, timeZone)}</Fact>
        <Fact term="Phone time">
          {occurredAt === null ? 'Not recorded' : clockBeside(occurredAt, recordedAt, timeZone)}
          {late !== '' && <small>{late}</small>}
        </Fact>
        <Fact term="From">{sentence(phoneWords(line) || 'not recorded')}</Fact>
      </Figures>
      <Evidence line={line} />
    </Sheet>
  );
}

const SIDES = { PLAYER: "player's entry", MARKER: "marker's entry", COMMITTEE: "committee's correction" } as const;

function Change({ change: { card, holeNumber, side, from, to } }: { change: StoryChange }) {
  return (
    <li>
      <span>
        Hole {holeNumber}, card of {card.fullName}, {SIDES[side]}:
      </span>
      <s>
        <span className="visually-hidden">was </span>
        {scoreWords(from)}
      </s>
      <ArrowRight size={16} />
      <strong>
        <span className="visually-hidden">now </span>
        {to === null ? 'cleared' : scoreWords(to)}
      </strong>
    </li>
  );
}

function Evidence({ line }: { line: StoryLine }) {
  const { eventId, type, revision, position, hash, prevHash, signature } = line;
  return (
    <details>
      <summary>Evidence</summary>
      <dl>
        {signature !== null && (
          <Fact
            term={`The card that was signed: its fingerprint${signature.fits ? '' : ', which does not fit'}, and hole 1 to 18`}
          >
            <Raw>{signature.cardHash}</Raw>
            <br />
            {signature.entries.map(scoreWords).join(' · ')}
          </Fact>
        )}
        <Fact term="Event">
          {type}, revision {revision}, position {position}
          <br />
          <Raw>{eventId}</Raw>
        </Fact>
        <Fact term="Fingerprint of the event">
          <Raw>{hash}</Raw>
        </Fact>
        <Fact term="Fingerprint of the one before it">
          {prevHash === null ? 'It is the first' : <Raw>{prevHash}</Raw>}
        </Fact>
      </dl>
    </details>
  );
}
