import {
  CORRECTION_REASONS,
  CORRECTION_WORDS,
  LIMITS,
  type CorrectionCall,
  type RoundStoryAnswer,
} from '@fairmark/contract';
import { type FormEvent, useState } from 'react';
import { Scale } from 'lucide-react';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { correctCard, refreshRound } from '../../api/ops.js';
import { useAct, useSameKey } from '../../shared/acting.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ChoiceGroup } from '../../ui/fields/choice-group.js';
import { TextField } from '../../ui/fields/text-field.js';
import { correctable, correctionOf, type CorrectionDraft } from './correction.js';
import { HolesToCorrect } from './holes-to-correct.js';
import { replayAt, type ReplayCard } from './replay/replay.js';
import { scoreWords } from '../../golf/score/score-texts.js';
import { useSession } from '../../api/use-session.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { StackForm, Sunk } from '../../ui/page-parts.js';

/** Lets the committee correct a verified card of the round. */
export function CorrectCard({ story }: { story: RoundStoryAnswer }) {
  const me = useSession()?.userId ?? '';
  const [open, setOpen] = useState(false);
  const cards = correctable(replayAt(story, story.lines.length - 1).cards, me);
  return (
    <>
      <Button
        reason={cards.length === 0 ? 'No card of others that both have signed' : ''}
        icon={<Scale size={18} />}
        onClick={() => setOpen(true)}
      >
        Correct a card
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Correct a card"
        description="The entries and the signatures stay as they are; the correction stands beside them, with your name, seen by all who see the card."
        size="tall"
      >
        <CorrectionForm story={story} cards={cards} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

const REASONS = CORRECTION_REASONS.map((value) => ({ value, label: CORRECTION_WORDS[value] }));

interface CorrectionFormProps {
  story: RoundStoryAnswer;
  cards: readonly ReplayCard[];
  onDone: () => void;
}

function CorrectionForm({ story, cards, onDone }: CorrectionFormProps) {
  const { matchId } = story.round;
  const [draft, setDraft] = useState<CorrectionDraft>({
    userId: cards.length === 1 ? (cards[0]?.player.id ?? '') : '',
    scores: {},
    reason: null,
    note: '',
  });
  const change = (part: Partial<CorrectionDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const cardOf = (userId: string) => cards.find(({ player }) => player.id === userId);
  const card = cardOf(draft.userId);
  const keyOf = useSameKey();
  const send = useAct({
    mutationFn: (body: CorrectionCall) => correctCard(matchId, body, keyOf(body)),
    onSuccess: (_answer, { userId }) => {
      announce(`The card of ${cardOf(userId)?.player.fullName} has been corrected`);
      onDone();
    },
    // Also after a refusal: another committee member may have corrected the card.
    onSettled: () => refreshRound(matchId),
  });
  const { planned, missing, call } = correctionOf(draft, card);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (call !== undefined) send.mutate(call);
  };
  const noteNeeded = draft.reason === 'OTHER';
  return (
    <StackForm gap={5} onSubmit={submit} noValidate aria-busy={send.isPending || undefined}>
      <ChoiceGroup
        legend="Whose card"
        options={cards.map(({ player }) => ({ value: player.id, label: player.fullName }))}
        value={draft.userId}
        onChange={(userId) => change({ userId, scores: {} })}
      />
      {card !== undefined && (
        <HolesToCorrect story={story} card={card} scores={draft.scores} onChange={(scores) => change({ scores })} />
      )}
      <ChoiceGroup legend="Why" options={REASONS} value={draft.reason} onChange={(reason) => change({ reason })} />
      <TextField
        label={`In the committee's words${noteNeeded ? '' : ' (may be left empty)'}`}
        hint={`${noteNeeded ? 'Needed with this reason. ' : ''}Seen by all who see the card. Up to ${LIMITS.correctionNoteMax} characters.`}
        rows={3}
        maxLength={LIMITS.correctionNoteMax}
        value={draft.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {planned.length > 0 && (
        <Sunk as="ul" aria-label="What will be">
          {planned.map(({ hole, from, to }) => (
            <li key={hole.number}>
              Hole {hole.number}: {scoreWords(from)} becomes <strong>{scoreWords(to)}</strong>
            </li>
          ))}
        </Sunk>
      )}
      {send.error !== null && send.variables.userId === draft.userId && <Refusal error={send.error} />}
      <Button type="submit" size="large" wide busy={send.isPending} reason={missing}>
        Correct the card
      </Button>
    </StackForm>
  );
}

function Refusal({ error }: { error: Error }) {
  if (hasCode(error, 'SCORE_CHANGED')) {
    return (
      <Banner kind="danger" title="Another correction of this card came first">
        What counts now is shown above. Look at it, and send yours again if it still holds.
      </Banner>
    );
  }
  return (
    <Banner kind="danger" title={messageOf(error)}>
      {hasCode(error, 'INVALID_INPUT') ? Object.values(error.details).join(' ') : undefined}
    </Banner>
  );
}
