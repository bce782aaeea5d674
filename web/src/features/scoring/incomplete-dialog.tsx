import styled from '@emotion/styled';
import type { Format } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { PLAYED_OUT } from '../../golf/result-words.js';
import { Button } from '../../ui/button.js';
import { Modal, type OpenState } from '../../ui/overlays/dialogs.js';
import { shortName } from '../../text/words.js';
import type { ScoringCard } from '../../shared/scoring/cards.js';
import type { RoundNavigation } from './use-round-navigation.js';

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

interface IncompleteDialogProps extends OpenState, Pick<RoundNavigation, 'owed'> {
  format: Format;
  onHole: (holeNumber: number) => void;
}

/** Lists after the last hole which ones are not entered, and on whose card; each links to its hole. */
export function IncompleteDialog({ open, onOpenChange, format, owed, onHole }: IncompleteDialogProps) {
  const [first] = owed;
  // My other phone may have entered the last of them.
  if (first === undefined) return null;
  const onlyMine = owed.every(({ cards }) => cards.every(({ isMine }) => isMine));
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="The round is not complete yet"
      actions={<Button onClick={() => onHole(first.hole)}>Go to hole {first.hole}</Button>}
    >
      <p>
        {owed.length === 1 ? '1 hole is' : `${owed.length} holes are`} not entered yet
        {onlyMine ? ' on your card.' : '.'} {!FORMATS[format].noScore && PLAYED_OUT}
      </p>
      <Holes aria-label="Holes that are not entered">
        {owed.map(({ hole, cards }) => (
          <li key={hole}>
            <Button kind="secondary" onClick={() => onHole(hole)}>
              <span className="visually-hidden">Hole </span>
              {hole}
              {!onlyMine && <small>{cards.map(nameOn).join(', ')}</small>}
            </Button>
          </li>
        ))}
      </Holes>
    </Modal>
  );
}

function nameOn({ isMine, round }: ScoringCard): string {
  return isMine ? 'You' : shortName(round.player);
}
