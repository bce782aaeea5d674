import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { matchQuery } from '../api/match.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Row, Stack } from '../ui/page-parts.js';
import { acceptDamage, discardRefused, keepRefused, waitingScores } from './outbox.js';
import { canTryAgain, choiceText, placeText, refusalText, sinceText, valueText } from './outbox-texts.js';
import type { SyncStatus } from './use-outbox.js';
import { valueOf, type WaitingScore } from './box.js';

const Rows = styled.ul`
  display: grid;
  & > li {
    display: grid;
    gap: var(--space-2);
    padding-block: var(--space-4);
    border-top: 1px solid var(--line);
  }
  & > li:first-of-type {
    border-top: 0;
  }
`;

const Actions = styled(Row)`
  & > * {
    flex: 1 1 140px;
  }
`;

/** Lists waiting and refused scores, with actions for the refused ones. */
export function OutboxList({ status }: { status: SyncStatus }) {
  const { refused, waiting, unsaved, damaged } = status;
  const onTheirWay = waitingScores().filter(({ state }) => state === 'waiting');
  return (
    <Stack>
      {damaged && (
        <Banner
          kind="danger"
          title="Some scores kept on this phone could not be read"
          action={
            <Button kind="secondary" onClick={acceptDamage}>
              I have checked my cards
            </Button>
          }
        >
          Check your cards and enter what is missing.
        </Banner>
      )}
      {unsaved && (
        <Banner kind="danger" title="This phone has no room to keep your scores">
          Keep this page open until they are sent.
        </Banner>
      )}
      {refused.length > 0 && (
        <section>
          <h3>Needs your decision</h3>
          <Rows>
            {refused.map((score) => (
              <RefusedRow key={score.key} score={score} />
            ))}
          </Rows>
        </section>
      )}
      {waiting > 0 && (
        <section>
          <h3>Waiting to send</h3>
          {!unsaved && <p>They are kept on this phone and sent as soon as they can be.</p>}
          <Rows>
            {onTheirWay.map((score) => (
              <WaitingRow key={score.key} score={score} />
            ))}
          </Rows>
        </section>
      )}
      {waiting === 0 && refused.length === 0 && <p>Nothing is waiting to be sent.</p>}
    </Stack>
  );
}

function WaitingRow({ score }: { score: WaitingScore }) {
  const place = usePlace(score);
  return (
    <li>
      <p>
        {place}: <strong>{valueText(score)}</strong>, <span style={{ color: 'var(--ink-2)' }}>{sinceText(score)}</span>
      </p>
    </li>
  );
}

function RefusedRow({ score }: { score: WaitingScore }) {
  const place = usePlace(score);
  const id = useId();
  const changed = score.refusal?.code === 'SCORE_CHANGED';
  return (
    <li>
      <div id={id}>
        <p>
          {place}: <strong>{valueText(score)}</strong>
        </p>
        <p>{refusalText(score)}</p>
      </div>
      <Actions>
        {canTryAgain(score) && (
          <Button kind="secondary" aria-describedby={id} onClick={() => keepRefused(score.key)}>
            {changed ? choiceText('Keep', score) : 'Try again'}
          </Button>
        )}
        <Button kind="secondary" aria-describedby={id} onClick={() => discardRefused(score.key)}>
          {changed ? choiceText('Use', valueOf(score.refusal?.current ?? null)) : 'Discard mine'}
        </Button>
      </Actions>
    </li>
  );
}

/** Names the place from the cached match, without fetching it. */
function usePlace(score: WaitingScore): string {
  const { data } = useQuery({ ...matchQuery(score.matchId), enabled: false });
  return placeText(score, data);
}
