import styled from '@emotion/styled';
import { Button } from '../../ui/button.js';
import { Modal, type OpenState } from '../../ui/overlays/dialogs.js';
import { firstName, listed } from '../../text/words.js';
import { whose, type ScoringCard } from '../../shared/scoring/cards.js';
import { owedHoles, type Incomplete } from './next-step.js';

const Holes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(4rem, 1fr));
  gap: var(--space-2);
  margin-top: var(--space-3);
  & button {
    width: 100%;
    min-height: var(--key);
    padding-inline: var(--space-1);
    font-size: var(--text-18);
    font-variant-numeric: tabular-nums;
  }
  & button > span {
    flex-direction: column;
    gap: 0;
  }
`;

interface IncompleteDialogProps extends OpenState {
  incomplete: readonly Incomplete[];
  onHole: (holeNumber: number) => void;
}

/** Lists after the last hole which ones are not entered, and on whose card; each links to its hole. */
export function IncompleteDialog({ open, onOpenChange, incomplete, onHole }: IncompleteDialogProps) {
  const owed = owedHoles(incomplete);
  const first = Math.min(...owed.map(({ hole }) => hole));
  const oneCard = incomplete.length === 1 && incomplete[0]?.card.isMine === true;
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="The round is not complete yet"
      actions={<Button onClick={() => onHole(first)}>Go to hole {first}</Button>}
    >
      <p>
        {owed.length === 1 ? '1 hole is' : `${owed.length} holes are`} not entered yet
        {oneCard ? ' on your card.' : '.'}
      </p>
      <Holes aria-label="Holes that are not entered">
        {owed.map(({ hole, cards }) => (
          <li key={hole}>
            <Button
              kind="secondary"
              aria-label={`Hole ${hole}, ${listed(cards.map(whose))} score`}
              onClick={() => onHole(hole)}
            >
              {hole}
              {!oneCard && <small>{cards.map(shortName).join(', ')}</small>}
            </Button>
          </li>
        ))}
      </Holes>
    </Modal>
  );
}

function shortName({ isMine, fullName }: ScoringCard): string {
  return isMine ? 'You' : firstName(fullName);
}
