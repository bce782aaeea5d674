import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { Clock, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { matchQuery } from '../api/match.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Row } from '../ui/page-parts.js';
import { recentTime } from '../text/dates.js';
import { valueOf, type WaitingScore } from './box.js';
import { canTryAgain, choiceText, placeText, refusalText, valueText } from './outbox-texts.js';
import { changeOutbox } from './outbox.js';
import { Sheet } from '../ui/overlays/dialogs.js';
import { useSyncStatus } from './use-outbox.js';
import { discard, keep } from './waiting-scores.js';

const appear = keyframes`from { visibility: hidden; } to { visibility: visible; }`;

const Pill = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 36px;
  padding: 0 var(--space-3);
  border: 1.5px solid var(--danger);
  border-radius: 18px;
  background: var(--danger-tint);
  color: var(--danger);
  font: 600 min(var(--text-14), 5vw) / 1 var(--font);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  &[data-state='waiting'] {
    /* Appears late: a score that is sent immediately is no news. */
    animation: ${appear} 0s linear 1s both;
    border-color: var(--warn);
    background: var(--warn-tint);
    color: var(--warn);
  }
  /* 36 px high, with a touch target of 48. */
  &::after {
    content: '';
    position: absolute;
    inset: -8px -4px;
  }
`;

/** Shows that scores are waiting or need attention, and lists them; nothing once all are sent. */
export function OutboxPill() {
  const { state, waiting, refused, unsaved } = useSyncStatus();
  const [open, setOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  const Icon = state === 'waiting' ? Clock : TriangleAlert;
  return (
    <>
      {state !== 'synced' && (
        <Pill ref={pill} type="button" data-state={state} onClick={() => setOpen(true)}>
          <Icon size={16} strokeWidth={2.5} />
          {/* The hole's header hides the words where it has no room for them. */}
          {state === 'waiting' ? (
            <span>
              {waiting.length}
              <span data-words=""> waiting</span>
            </span>
          ) : (
            <span data-words="">{unsaved ? 'Keep this page open' : 'Needs attention'}</span>
          )}
        </Pill>
      )}
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Your scores"
        // The pill disappears once all scores are sent.
        finalFocus={() => pill.current ?? document.getElementById('content')}
      >
        {unsaved && (
          <Banner kind="danger" title="This phone has no room to keep your scores">
            Keep this page open until they are sent.
          </Banner>
        )}
        <Scores title="Needs your decision" scores={refused} />
        <Scores title="Waiting to send" scores={waiting}>
          {!unsaved && <p>They are kept on this phone and sent as soon as they can be.</p>}
        </Scores>
        {state === 'synced' && <p>Nothing is waiting to be sent.</p>}
      </Sheet>
    </>
  );
}

const Rows = styled.ul`
  display: grid;
  & > li {
    display: grid;
    gap: var(--space-2);
    padding-block: var(--space-4);
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & button {
    flex: 1 1 140px;
  }
`;

function Scores({ title, scores, children }: { title: string; scores: readonly WaitingScore[]; children?: ReactNode }) {
  if (scores.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      {children}
      <Rows>
        {scores.map((score) => (
          <ScoreRow key={score.key} score={score} />
        ))}
      </Rows>
    </section>
  );
}

/** A score and, if it was refused, why, and the choice of what to do. */
function ScoreRow({ score }: { score: WaitingScore }) {
  // Names the place from the cached match, without fetching it.
  const { data } = useQuery({ ...matchQuery(score.matchId), enabled: false });
  const id = useId();
  const { key, refusal, state } = score;
  const isRefused = state === 'refused';
  const changed = refusal?.code === 'SCORE_CHANGED';
  const decide = (rule: typeof keep): void => changeOutbox((box, stamp) => rule(box, key, stamp));
  return (
    <li>
      <div id={id}>
        <p>
          {placeText(score, data)}: <strong>{valueText(score)}</strong>
          {!isRefused && ', '}
          {!isRefused && <span style={{ color: 'var(--ink-2)' }}>since {recentTime(score.enteredAt)}</span>}
        </p>
        {isRefused && <p>{refusalText(score)}</p>}
      </div>
      {isRefused && (
        <Row>
          {canTryAgain(score) && (
            <Button kind="secondary" aria-describedby={id} onClick={() => decide(keep)}>
              {changed ? choiceText('Keep', score) : 'Try again'}
            </Button>
          )}
          <Button kind="secondary" aria-describedby={id} onClick={() => decide(discard)}>
            {changed ? choiceText('Use', valueOf(refusal.current ?? null)) : 'Discard mine'}
          </Button>
        </Row>
      )}
    </li>
  );
}
