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
import { entriesOn, mayWrite, sidesText } from './parts/issues.js';
import { possessive } from './parts/names.js';
import { partOn } from '../../golf/cards.js';

interface EditSheetProps extends Pick<SheetProps, 'open' | 'onOpenChange' | 'finalFocus'> {
  match: MatchAnswer['match'];
  round: Round;
  hole: CardHole;
  me: string;
}

/** Changes my entry for one hole of a card. */
export function EditSheet({ match, round, hole, me, ...sheet }: EditSheetProps) {
  const { player, marker, holes } = round;
  const { number: holeNumber, par, distance } = hole;
  const shown = holes[holeNumber - 1];
  const whose = possessive(player, me);
  const { mine, other } = entriesOn(round, holeNumber, me);
  const from = partOn(round, me) === 'PLAYER' ? marker : player;
  const sides = shown === undefined || match.isSocial ? '' : `${sidesText(round, shown, me)}. `;
  const save = ({ strokes, noScore }: CardEntry): void => {
    enterScore({ matchId: match.id, userId: player.id, holeNumber }, { strokes, noScore }, mine);
    announce(`Hole ${holeNumber}: ${spokenScore({ strokes, noScore, par })}. ${savedText()}.`);
    sheet.onOpenChange(false);
  };
  return (
    <Sheet {...sheet} title={`Hole ${holeNumber}, ${whose} card`} description={`${sides}Par ${par}, ${distance} m`}>
      {mayWrite(round, me) ? (
        <Stack>
          {from !== null && other !== null && !sameValue(valueOf(mine), valueOf(other)) && (
            <Button wide onClick={() => save(other)}>
              Use {possessive(from, me)} {scoreWords(other)}
            </Button>
          )}
          <StrokePad
            legend={`${whose === 'your' ? 'Your strokes' : `Strokes of ${player.fullName}`}, hole ${holeNumber}`}
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
