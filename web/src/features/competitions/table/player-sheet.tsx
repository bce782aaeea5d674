import type { CompetitionRound } from '@fairmark/contract';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { countWords } from '../parts/words.js';
import { RingerCard } from './ringer-card.js';

interface PlayerSheetProps extends OpenState {
  /** With a round that counts. */
  row: CompetitionRound;
  /** It is the golfer's own: its rounds can be looked at. */
  own: boolean;
}

/** A player's ringer card, with the handicap that nett goes by. */
export function PlayerSheet({ row, own, open, onOpenChange }: PlayerSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={row.player.fullName} description={handicapWords(row)}>
      <RingerCard row={row} own={own} />
    </Sheet>
  );
}

/** "Daily handicap 12, nett uses 9, 3 rounds". */
export function handicapWords({ userMatchSettings, allowedStrokes, contributingRounds }: CompetitionRound): string {
  const words = [
    userMatchSettings === null ? '' : `Daily handicap ${userMatchSettings.dailyHandicapForShow}`,
    allowedStrokes === null ? '' : `nett uses ${allowedStrokes}`,
    countWords(contributingRounds, 'round'),
  ];
  return words.filter((word) => word !== '').join(', ');
}
