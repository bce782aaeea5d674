import styled from '@emotion/styled';
import { Pencil } from 'lucide-react';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import type { Difference } from './parts/cards.js';
import { differenceText, scoredText } from './parts/result-words.js';

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
`;

interface DifferenceBannerProps {
  difference: Difference;
  me: string;
  /** Takes the other side's value over as my own score; absent where nothing can be changed. */
  onUse?: () => void;
  onEdit?: () => void;
  /** Ends the round; absent while holes are incomplete, and on the last one, which has its own way there. */
  onComplete?: () => void;
}

/** What player and marker see as soon as their entries differ. It stops neither from playing on. */
export function DifferenceBanner({ difference, me, onUse, onEdit, onComplete }: DifferenceBannerProps) {
  const ways = (
    <Ways>
      {onUse && (
        <Button kind="secondary" onClick={onUse}>
          Use {scoredText(difference.theirs)}
        </Button>
      )}
      {onEdit && (
        <Button kind="secondary" icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {onComplete && <CompleteButton onComplete={onComplete} />}
    </Ways>
  );
  const any = onUse ?? onEdit ?? onComplete;
  return <Banner kind="danger" title={differenceText(difference, me)} action={any && ways} />;
}

/** To the scorecard from any hole, once all is entered. */
export function CompleteButton({ onComplete }: { onComplete: () => void }) {
  return (
    <Button kind="secondary" onClick={onComplete}>
      Complete round
    </Button>
  );
}
