import type { CardHole, MatchAnswer, Round } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { sameValue, valueOf } from '../../outbox/box.js';
import { enterScore } from '../../outbox/outbox.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { Stack } from '../../ui/page-parts.js';
import { announce } from '../../ui/live-region.js';
import { scoreWords, spokenScore } from '../../golf/score/score-texts.js';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { entriesOn, mayWrite, sidesText } from './parts/issues.js';
import { possessive } from './parts/names.js';
import { partOn } from '../../golf/cards.js';

interface EditSheetProps extends OpenState {
  match: MatchAnswer['match'];
  round: Round;
  hole: CardHole;
  me: string;
}

/** Changes my entry for one hole of a card. */
export function EditSheet({ open, onOpenChange, match, round, hole, me }: EditSheetProps) {
  const shown = round.holes[hole.number - 1];
  const title = `Hole ${hole.number}, ${possessive(round.player, me)} card`;
  const facts = `Par ${hole.par}, ${hole.distance} m`;
  const sides = shown === undefined || match.isSocial ? '' : `${sidesText(round, shown, me)}. `;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title} description={`${sides}${facts}`}>
      <EditBody {...{ match, round, hole, me }} onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}

interface EditBodyProps extends Omit<EditSheetProps, 'open' | 'onOpenChange'> {
  onDone: () => void;
}

function EditBody({ match, round, hole, me, onDone }: EditBodyProps) {
  const { mine, other } = entriesOn(round, hole.number, me);
  if (!mayWrite(round, me)) {
    return <Banner kind="warn" title="This card was signed meanwhile. Reopen it to change a score." />;
  }
  const save = ({ strokes, noScore }: CardEntry): void => {
    enterScore({ matchId: match.id, userId: round.player.id, holeNumber: hole.number }, { strokes, noScore }, mine);
    announce(`Hole ${hole.number}: ${spokenScore({ strokes, noScore, par: hole.par })}. Saved.`);
    onDone();
  };
  const from = partOn(round, me) === 'PLAYER' ? round.marker : round.player;
  return (
    <Stack>
      {from !== null && other !== null && !sameValue(valueOf(mine), valueOf(other)) && (
        <Button wide onClick={() => save(other)}>
          Use {possessive(from, me)} {scoreWords(other)}
        </Button>
      )}
      <StrokePad
        legend={`${possessive(round.player, me) === 'your' ? 'Your strokes' : `Strokes of ${round.player.fullName}`}, hole ${hole.number}`}
        par={hole.par}
        format={match.matchType}
        value={mine}
        onPick={save}
      />
    </Stack>
  );
}
