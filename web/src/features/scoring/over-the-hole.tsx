import type { CardHole, Format, MatchAnswer } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { useTeeName } from '../../api/lookups.js';
import { Fact, Facts, Stack } from '../../ui/page-parts.js';
import { Nines } from '../../golf/nine-table.js';
import { ScoreKey } from '../../golf/score-key.js';
import { totalsOf, TotalsTile } from '../../golf/totals.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { PLAYED_OUT, UNMARKED } from '../../golf/result-words.js';
import { ninesOf } from '../../golf/cards.js';
import { whose, type ScoringCard } from './parts/cards.js';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { hasCode, messageOf } from '../../api/call/errors.js';
import { deleteRound, refreshMatch } from '../../api/match.js';
import { ChangeMarkers } from '../../shared/change-markers.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { leavingMatch } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import styled from '@emotion/styled';
import { Modal, type OpenState } from '../../ui/overlays/dialogs.js';
import { sentence, shortName } from '../../text/words.js';
import { valueOf } from '../../outbox/box.js';
import type { OpenHole } from './use-hole.js';

/* What opens over a hole, in one chunk that loads while the phone is idle: there may be no signal later. */

/** My entries on a card, Out and In, the round's settings, and, away from the thumb, Delete Round. */
export function CardPanel({ page, onHole }: { page: OpenHole; onHole: (holeNumber: number) => void }) {
  const { match, cards, card } = page;
  const { matchType } = match.match;
  const { totals } = card;
  const [other = 'nett'] = FORMAT_WORDS[matchType].others;
  return (
    <Stack>
      <small>Pick a hole to go to it.</small>
      <Nines nines={ninesOfMine(card, matchType)} of={`${whose(card)} card`} onHole={onHole} />
      <TotalsTile
        {...totalsOf(matchType, totals)}
        details={[
          { term: sentence(other), value: totals[other] ?? '–' },
          { term: 'Holes', value: `${totals.thru} of 18` },
        ]}
        note={totals.includesNoScore ? 'incl. NS' : undefined}
      />
      <ScoreKey />
      <h3 style={{ marginTop: 'var(--space-2)' }}>Round settings</h3>
      <RoundFacts answer={match} hole={card.hole} />
      <ChangeMarkers answer={match} />
      {/* A golfer who left the round may still mark another's card. */}
      {cards.some(({ isMine }) => isMine) && <DeleteRound {...match} />}
    </Stack>
  );
}

/** My entries on a card with the committee's corrections, as two nines. */
export function ninesOfMine({ round, holes: known, unsent, totals }: ScoringCard, format: Format) {
  const holes = round.holes.map((hole, place) => ({ ...hole, ...valueOf(known[place]?.counting ?? null) }));
  return ninesOf(format, { holes, scoreTotals: totals }, known, unsent);
}

function RoundFacts({ answer, hole: { number, index } }: { answer: MatchAnswer; hole: CardHole }) {
  const { match, userMatchSettings: settings } = answer;
  const tee = useTeeName(match);
  const daily = settings?.dailyHandicapForShow ?? null;
  return (
    <Facts>
      <Fact term="Course">{match.course.name}</Fact>
      <Fact term="Competition">
        {match.isSocial ? 'Practice round' : 'Match round'}, {FORMAT_WORDS[match.matchType].name}
      </Fact>
      <Fact term="Tee">{tee}</Fact>
      <Fact term="Your Round Handicap">
        {daily === null ? '–' : `Daily ${daily}, from ${settings?.handicapForShow ?? '–'}`}
      </Fact>
      {!match.isSocial && settings !== null && (
        <>
          <Fact term="Your Marker">{settings.marker?.fullName ?? UNMARKED}</Fact>
          <Fact term="Marker's Round Handicap">{settings.markerMatchSettings?.dailyHandicapForShow ?? '–'}</Fact>
          <Fact term="You mark">
            {settings.marking.map(({ fullName }) => fullName).join(', ') || 'No other player'}
          </Fact>
        </>
      )}
      <Fact term={`Index of hole ${number}`}>{[index].flat().join('/')}</Fact>
    </Facts>
  );
}

/** Withdraws my card from the started round for good, after a confirmation. */
function DeleteRound({ match: { id: matchId, isSocial }, rounds }: MatchAnswer) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      button={
        <Button kind="quiet" icon={<Trash2 size={18} />} style={{ marginTop: 24 }}>
          Delete Round
        </Button>
      }
      title="Delete Round"
      confirmLabel="Delete round"
      cancelLabel="Keep playing"
      act={() =>
        leavingMatch(matchId, () => deleteRound(matchId)).catch((error: unknown) => {
          void refreshMatch(matchId);
          throw error;
        })
      }
      onDone={() => navigate(paths.home())}
      renderRefusal={(error) => (
        <Banner kind="danger" title={messageOf(error)}>
          {hasCode(error, 'ROUND_SIGNED')
            ? 'A card with a signature stays in the round, unless it is reopened on the scorecard.'
            : undefined}
        </Banner>
      )}
    >
      {isSocial ? 'Your card will be deleted.' : "Your card will be withdrawn and won't count."}
      {rounds.filter(({ withdrawn }) => !withdrawn).length > 1 && ' The others can keep playing.'} This can&apos;t be
      undone.
    </ConfirmAction>
  );
}

const Holes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(4rem, 1fr));
  gap: var(--space-2);
  margin-top: var(--space-3);
  & button {
    flex-direction: column;
    gap: 0;
    width: 100%;
    min-height: var(--key);
    padding-inline: var(--space-1);
    font-size: var(--text-18);
    font-variant-numeric: tabular-nums;
  }
`;

/** Lists after the last hole which ones are not entered, and on whose card; each links to its hole. */
export function IncompleteDialog({ page, ...open }: OpenState & { page: OpenHole }) {
  const { format, owed, toHole } = page;
  const [first] = owed;
  // My other phone may have entered the last of them.
  if (first === undefined) return null;
  const onlyMine = owed.every(({ cards }) => cards.every(({ isMine }) => isMine));
  const nameOn = ({ isMine, round }: ScoringCard): string => (isMine ? 'You' : shortName(round.player));
  return (
    <Modal
      {...open}
      title="The round is not complete yet"
      actions={<Button onClick={() => toHole(first.hole)}>Go to hole {first.hole}</Button>}
    >
      <p>
        {owed.length === 1 ? '1 hole is' : `${owed.length} holes are`} not entered yet
        {onlyMine ? ' on your card.' : '.'} {!FORMATS[format].noScore && PLAYED_OUT}
      </p>
      <Holes aria-label="Holes that are not entered">
        {owed.map(({ hole, cards }) => (
          <li key={hole}>
            <Button kind="secondary" onClick={() => toHole(hole)}>
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
