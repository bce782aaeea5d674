import type { RoundStoryAnswer } from '@fairmark/contract';
import { Scale } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useSession } from '../../api/use-session.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { CorrectionForm } from './correction-form.js';
import { correctable } from './correction.js';
import { replayAt } from './replay/replay.js';

/** The committee's way to put a verified card of the round right. */
export function CorrectCard({ story }: { story: RoundStoryAnswer }): ReactNode {
  const me = useSession()?.userId ?? '';
  const [open, setOpen] = useState(false);
  const cards = useMemo(() => correctable(replayAt(story, story.lines.length - 1).cards, me), [story, me]);
  return (
    <>
      <Button
        reason={cards.length === 0 ? 'No card of others that both have signed' : ''}
        icon={<Scale size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Correct a card
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Correct a card"
        description="The entries and the signatures stay as they are; the correction stands beside them, with your name, and everybody who sees the card sees it."
        size="tall"
      >
        <CorrectionForm
          story={story}
          cards={cards}
          onDone={(name) => {
            announce(`The card of ${name} has been corrected`);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}
