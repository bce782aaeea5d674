import type { Competition, CompetitionSort } from '@fairmark/contract';
import { useState } from 'react';
import type { CompetitionRow } from '../../../api/competitions.js';
import { NETT_RANKED, NETT_TIES } from '../../../golf/result-words.js';
import { longDay } from '../../../text/dates.js';
import { lastSigningDay } from '../parts/words.js';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { onDemand } from '../../../ui/overlays/on-demand.js';
import { Stack } from '../../../ui/page-parts.js';
import { DESKTOP_WIDTH, useWide } from '../../../ui/breakpoints.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { ListHead } from '../../../shared/lists/list-states.js';
import { hasTies, isOfNine, type OrderedRows, columnOf, COLUMNS, rowWords } from './rows.js';
import { StandingsTable } from './standings-table.js';

/** Shown for a player whose scores are not revealed yet. */
const NOT_OPENED = 'Not opened yet';

// Loaded when the first player is opened.
const PlayerSheet = onDemand(async () => (await import('./player-sheet.js')).PlayerSheet);

type StandingsProps = Omit<OrderedRows, 'onOpen'> & { competition: Competition };

/** A competition's standings. Rows open the player's card; players without a round are collapsed into one row. */
export function Standings({ competition, rows, ...order }: StandingsProps) {
  const [card, show] = useState({ of: '', open: false });
  const wide = useWide(`print, ${DESKTOP_WIDTH}`);
  const ranked = rows.filter(({ contributingRounds }) => contributingRounds > 0);
  const shown = ranked.find(({ player }) => player.id === card.of);
  // The row is gone; its sheet must not open by itself if it comes back.
  if (card.open && shown === undefined) show({ of: '', open: false });
  const { ranking } = columnOf(order.sort);
  const Ranked = wide ? StandingsTable : StandingsList;
  return (
    <Stack aria-label="Standings">
      {ranked.length > 0 && (
        <Ranked {...order} rows={ranked} onOpen={({ player }) => show({ of: player.id, open: true })} />
      )}
      <YetToPlay competition={competition} rows={rows} />
      <div>
        {hasTies(ranked, ranking) && (
          <small>
            {isOfNine(ranking)
              ? 'T = tied. Players with the same nine share its rank.'
              : 'Ties go to countback on the best scores: the better last 9, then last 6, last 3, then hole by hole from the 18th. T\u00a0=\u00a0still\u00a0tied.'}{' '}
            {ranking === 'nett' && NETT_TIES}
          </small>
        )}
        {ranking !== 'gross' && <small>{NETT_RANKED}</small>}
        {ranked.some(({ totalScoreStroke }) => totalScoreStroke === null) && (
          <small>A card with a hole that has no score yet has no total and ranks below those that are whole.</small>
        )}
      </div>
      {shown !== undefined && (
        <PlayerSheet row={shown} open={card.open} onOpenChange={(open) => show({ ...card, open })} />
      )}
    </Stack>
  );
}

/** Players without a round that counts; expanded if there are no other rows. */
function YetToPlay({ competition, rows: all }: Pick<StandingsProps, 'competition' | 'rows'>) {
  const rows = all.filter(({ contributingRounds }) => contributingRounds === 0);
  if (rows.length === 0) return null;
  const { isFinished, endDate } = competition;
  const withMe = rows.length === 1 ? 'You are' : `You and ${rows.length - 1} more`;
  const who = rows.some(({ own }) => own) ? withMe : rows.length;
  const title = isFinished ? 'Without a round that counts' : 'Yet to play';
  return (
    <Disclosure open={rows.length === all.length} summary={<b>{`${who} ${title.toLowerCase()}`}</b>}>
      <RowList aria-label={title}>
        {rows.map(({ player, shown, own }) => (
          <ListRow
            key={player.id}
            name={player.fullName}
            note={own ? 'You' : shown ? undefined : NOT_OPENED}
            own={own}
          />
        ))}
      </RowList>
      {!isFinished && (
        <small>
          Match rounds on playing days up to {longDay(endDate)} count once player and marker have signed, at the latest
          on {longDay(lastSigningDay(competition))}.
        </small>
      )}
      {!isFinished && rows.some(({ shown }) => !shown) && (
        <small>
          {NOT_OPENED}: scores show once the player has opened this competition, or has started a round that counts.
        </small>
      )}
    </Disclosure>
  );
}

/** From this index the golfer's own row is repeated at the top. */
const OUT_OF_SIGHT = 7;

/** The standings on a phone: the sorted number, and a toggle for each other one. */
function StandingsList({ rows, sort, onSort, busy, onOpen }: OrderedRows) {
  const shown = columnOf(sort);
  const mine = rows.slice(OUT_OF_SIGHT).filter(({ own }) => own);
  const row = (one: CompetitionRow) => (
    <ListRow
      key={one.player.id}
      lead={one.rankLabels[shown.ranking] ?? '–'}
      name={one.player.fullName}
      note={rowWords(one, sort).join('\n')}
      value={shown.value(one) ?? '–'}
      own={one.own}
      onPress={() => onOpen(one)}
    />
  );
  return (
    <>
      <ListHead<CompetitionSort> orders={COLUMNS} order={shown.id} onOrder={onSort} />
      {mine.length > 0 && <RowList aria-label="Your place">{mine.map(row)}</RowList>}
      <RowList aria-label={`Players in order of ${shown.name.toLowerCase()}`} aria-busy={busy}>
        {rows.map(row)}
      </RowList>
    </>
  );
}
