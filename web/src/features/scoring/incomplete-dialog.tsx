import styled from '@emotion/styled';
import { Button } from '../../ui/button.js';
import { Modal, type OpenState } from '../../ui/overlays/dialogs.js';
import { sentence } from '../../text/words.js';
import { whose } from './parts/cards.js';
import { incompleteText, type Incomplete } from './next-step.js';

const Holes = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  margin-block: var(--space-2) var(--space-3);
  & button {
    min-width: var(--target);
    padding-inline: var(--space-3);
    font-variant-numeric: tabular-nums;
  }
`;

interface IncompleteDialogProps extends OpenState {
  incomplete: readonly Incomplete[];
  onHole: (holeNumber: number, userId: string) => void;
}

/** Says after the last hole which ones are not entered yet, card by card; each one leads to its hole. */
export function IncompleteDialog({ open, onOpenChange, incomplete, onHole }: IncompleteDialogProps) {
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="The round is not complete yet"
      actions={<Button onClick={() => onOpenChange(false)}>Go on with the first one</Button>}
    >
      <Lists incomplete={incomplete} onHole={onHole} />
    </Modal>
  );
}

/** A part of its own, so that nothing of it is made while the dialog is closed: the page renders with every tap. */
function Lists({ incomplete, onHole }: Pick<IncompleteDialogProps, 'incomplete' | 'onHole'>) {
  return (
    <>
      {incomplete.map(({ card, holes }) => (
        <div key={card.userId}>
          <p>{incompleteText({ card, holes })}</p>
          <Holes aria-label={`${sentence(whose(card))} card`}>
            {holes.map((hole) => (
              <li key={hole}>
                <Button kind="secondary" aria-label={`Hole ${hole}`} onClick={() => onHole(hole, card.userId)}>
                  {hole}
                </Button>
              </li>
            ))}
          </Holes>
        </div>
      ))}
    </>
  );
}
