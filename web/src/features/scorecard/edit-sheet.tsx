import type { CardHole, MatchAnswer, Round } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { sameValue, valueOf } from '../../outbox/box.js';
import { enterScore, savedText } from '../../outbox/outbox.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sheet } from '../../ui/overlays/dialogs.js';
import type { SheetProps } from '../../ui/overlays/sheet.js';
import { Stack } from '../../ui/page-parts.js';
import { announce } from '../../ui/live-region.js';
import { scoreWords, spokenScore } from '../../golf/score/score-texts.js';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { mayWrite, sidesText } from './parts/issues.js';
import { cardName } from './parts/names.js';
import { mineFirst } from './parts/sides.js';

interface EditSheetProps extends Pick<SheetProps, 'open' | 'onOpenChange' | 'finalFocus'> {
  match: MatchAnswer['match'];
  round: Round;
  hole: CardHole;
  me: string;
}

/** Changes my entry for one hole of a card. */
export function EditSheet({ match, round, hole, me, ...sheet }: EditSheetProps) {
  const { player } = round;
  const { number: holeNumber, par, distance } = hole;
  const [own, other] = mineFirst(round, me);
  const [mine = null, theirs = null] = [own, other].map(({ entries }) => entries[holeNumber - 1]);
  const sides = match.isSocial ? '' : `${sidesText(round, holeNumber, me)}. `;
  const save = ({ strokes, noScore }: CardEntry): void => {
    enterScore({ matchId: match.id, userId: player.id, holeNumber }, { strokes, noScore }, mine);
    announce(`Hole ${holeNumber}: ${spokenScore({ strokes, noScore, par })}. ${savedText()}.`);
    sheet.onOpenChange(false);
  };
  return (
    <Sheet
      {...sheet}
      title={`Hole ${holeNumber}, ${cardName(round, me)}`}
      description={`${sides}Par ${par}, ${distance} m`}
    >
      {mayWrite(round, me) ? (
        <Stack>
          {other.person !== null && theirs !== null && !sameValue(valueOf(mine), valueOf(theirs)) && (
            <Button wide onClick={() => save(theirs)}>
              Use {other.name}&apos;s {scoreWords(theirs)}
            </Button>
          )}
          <StrokePad
            legend={`${player.id === me ? 'Your strokes' : `Strokes of ${player.fullName}`}, hole ${holeNumber}`}
            par={par}
            format={match.matchType}
            value={mine}
            onPick={save}
          />
        </Stack>
      ) : (
        <Banner kind="warn" title="This card was signed meanwhile. Reopen it to change a score." />
      )}
    </Sheet>
  );
}
