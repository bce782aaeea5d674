import styled from '@emotion/styled';
import { DELETED_PLAYER } from '@fairmark/contract';
import { CircleCheck, LockOpen, PenLine } from 'lucide-react';
import { reopenCard } from '../../../api/match.js';
import type { WaitingScore } from '../../../outbox/box.js';
import { ConfirmAction } from '../../../shared/confirm-action.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { sentence } from '../../../text/words.js';
import { Button } from '../../../ui/button.js';
import { LOCKED } from '../../../golf/cards.js';
import { SignatureLine, SignatureLines } from '../../../golf/signature-line.js';
import { CardStack } from '../../../ui/page-parts.js';
import { announce } from '../../../ui/live-region.js';
import { useChange } from '../../../ui/hooks/use-change.js';
import type { ShownCard } from '../parts/sides.js';
import { lineText, signedText, signsText, statusRows, type SigningView, waitReason } from './signing.js';
import { refreshAfterSigning } from './use-signing.js';

const Box = styled(CardStack)`
  &[data-state='done'] {
    border-top: 3px solid var(--brass-fill);
  }
  & > h2 {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
  &[data-state='done'] > h2 > svg {
    color: var(--brass);
  }
`;

/** On phones the button is fixed to the bottom of the window, unless the window is too low. */
const Foot = styled.div`
  & > p {
    display: none;
  }
  &[data-fixed='true'] {
    @media (max-width: 1023px) and (min-height: 480px) {
      position: fixed;
      z-index: 2;
      inset: auto 0 var(--bottom-bar);
      padding: var(--space-3) var(--space-4) calc(var(--space-3) + var(--safe-bottom));
      border-top: 1px solid var(--line);
      background: var(--surface);
      /* The box that says more may be off the screen. */
      & > p {
        display: block;
        margin-bottom: var(--space-2);
        color: var(--ink-2);
        font-size: var(--text-14);
        text-align: center;
      }
    }
  }
`;

const TITLES = { sign: 'Verify & sign', waiting: 'Verified and signed by you', done: 'Verified and signed' } as const;

interface SignBoxProps {
  view: SigningView;
  waiting: readonly WaitingScore[];
  busy: boolean;
  onSign: () => void;
}

/** Who has signed, what is still missing, and the sign button. Nothing for a golfer without a card to sign. */
export function SignBox({ view, waiting, busy, onSign }: SignBoxProps) {
  const { cards, state, must } = view;
  // The last signature may come from another phone. Keep the focus when the button disappears.
  useChange(state, (before) => {
    if (before === 'sign' && document.activeElement === document.body) document.getElementById('sign')?.focus();
  });
  const rows = statusRows(cards.filter(({ round }) => state !== 'done' || !round.verified));
  // Others may sign before me, or take back all signatures.
  useChange(state === 'sign' ? cards.flatMap(({ round }) => round.signatures).length : state, () => {
    if (state === 'sign') announce(rows.map(({ cards, status }) => `${cards}: ${status}.`).join(' '));
    else if (state !== 'none') announce(TITLES[state]);
  });
  if (state === 'none') return null;
  const signed = signedText(view);
  return (
    <Box id="sign" tabIndex={-1} aria-labelledby="sign-title" data-state={state}>
      <h2 id="sign-title">
        {state === 'sign' ? <PenLine size={22} /> : <CircleCheck size={22} />}
        {TITLES[state]}
      </h2>
      {state === 'done' && <p>{LOCKED}</p>}
      {rows.length > 0 && (
        <RowList>
          {rows.map(({ cards, status }) => (
            <ListRow key={status} name={cards} note={status} />
          ))}
        </RowList>
      )}
      {state === 'sign' && (
        <>
          <p>{signsText(view.next)}</p>
          <Foot data-fixed={must}>
            {signed !== '' && <p>{signed}</p>}
            <Button
              kind={must ? 'primary' : 'secondary'}
              size="large"
              wide
              busy={busy}
              reason={waitReason(waiting)}
              onClick={onSign}
            >
              Verify & sign
            </Button>
          </Foot>
        </>
      )}
    </Box>
  );
}

/** The signature lines of player and marker at the foot of a card. */
export function Signatures({ card: { round, player, marker } }: { card: ShownCard }) {
  return (
    <SignatureLines>
      {[player, marker].map((side) => (
        <SignatureLine
          key={side.as}
          role={side.as === 'PLAYER' ? 'Player' : 'Marker'}
          name={side.signature?.fullName ?? side.person?.fullName ?? '–'}
          signedAt={side.signature?.signedAt}
          waitingText={lineText(round, side)}
        />
      ))}
    </SignatureLines>
  );
}

/** Voids a card's signatures, until it is verified; for its player and marker. */
export function ReopenCard({ matchId, card: { round, name } }: { matchId: string; card: ShownCard }) {
  // The signature of a deleted account could not be given again.
  const isLast = round.marker === null || round.player.fullName === DELETED_PLAYER;
  return (
    <ConfirmAction
      button={
        <Button kind="secondary" icon={<LockOpen size={18} />}>
          Reopen card
        </Button>
      }
      title={`Reopen ${name}?`}
      confirmLabel="Reopen card"
      danger={isLast}
      act={() => reopenCard(matchId, round.player.id).finally(() => void refreshAfterSigning())}
      onDone={() => announce(`${sentence(name)} is open again`)}
    >
      {isLast
        ? "The other golfer has deleted the account and can't sign again: the card can then never be verified."
        : "Both signatures will be cleared and you'll both sign again."}
    </ConfirmAction>
  );
}
