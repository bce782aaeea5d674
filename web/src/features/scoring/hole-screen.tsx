import { ChevronLeft } from 'lucide-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { CardEntry } from '@fairmark/scoring';
import { HoleAdvert } from '../../adverts/course-advert.js';
import { ButtonLink } from '../../shared/links.js';
import { paths } from '../../shared/paths.js';
import { OutboxPill } from '../../outbox/outbox-pill.js';
import type { WaitingScore } from '../../outbox/box.js';
import { announce } from '../../ui/live-region.js';
import { useChange } from '../../ui/use-change.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { HoleHeader } from '../../golf/hole-header.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { sentence } from '../../text/words.js';
import { CardOfHole } from './card/card-of-hole.js';
import { myEntry, whose } from './parts/cards.js';
import { HoleFooter } from './hole-footer.js';
import { differingHoles, holeMarks } from './hole-marks.js';
import { HoleScores } from './hole-scores.js';
import { HoleStrip } from './hole-strip.js';
import { IncompleteDialog } from './incomplete-dialog.js';
import { HeadActions, Hole, Page, Scores, StripPlace } from './parts/layout.js';
import { incompleteHoles } from './next-step.js';
import { ScoringTabs } from './scoring-tabs.js';
import { useHole, type HoleOfRound } from './use-hole.js';
import { useArrival, useKeptFocus, useRoundNavigation } from './use-round-navigation.js';

// The bar of every other page has it too, and loads it once a golfer is signed in.
const MenuButton = onDemand(async () => (await import('../../shared/menu.js')).MenuButton);

// What a tap does not change is not rendered by it.
const Header = memo(HoleHeader);

const headActions = (
  <HeadActions>
    <OutboxPill />
    <span data-part="menu">
      <MenuButton />
    </span>
  </HeadActions>
);

interface HoleScreenProps extends HoleOfRound {
  me: string;
  /** A card that is only looked at or mended: the way back to it is shown. */
  apart: boolean;
  /** My scores that the server does not have yet. */
  waiting: readonly WaitingScore[];
}

/** One hole of a round that is played, or of a card that is mended. On a desktop with the card beside it. */
export function HoleScreen(props: HoleScreenProps) {
  const { match, cards, me, inPlay, apart, holeNumber, waiting } = props;
  const { matchType, id: matchId, isSocial } = match.match;
  const incomplete = useMemo(() => incompleteHoles(cards), [cards]);
  const { card, entry, editing, choose, edit, record } = useHole(props);
  const { toHole, goOn, complete, listing, setListing } = useRoundNavigation({
    matchId,
    inPlay,
    holeNumber,
    incomplete,
  });
  const [sheet, setSheet] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const scores = useRef<HTMLDivElement>(null);
  useArrival(scores, holeNumber);
  useKeptFocus(scores, `${card.userId} ${editing} ${entry === null}`);
  const marks = useMemo(() => holeMarks(cards).join(','), [cards]);
  const differing = useMemo(() => differingHoles(cards), [cards]);
  // The second entry of a hole may arrive while the golfer plays on.
  useChange(differing, (known) => {
    const fresh = differing.filter((number) => !known.includes(number));
    if (fresh.length > 0) announce(`${fresh.map((number) => `Hole ${number}`).join(', ')}: scores differ.`);
  });
  const unsent = useMemo(() => unsentHoles(card.userId, waiting), [card.userId, waiting]);
  const hole = card.holes[holeNumber - 1];

  const fromCard = useCallback(
    (to: number) => {
      setSheet(false);
      toHole(to);
    },
    [toHole],
  );
  const enter = (value: CardEntry | null): void => {
    record(value);
    if (value !== null) next.current?.focus({ preventScroll: true });
  };

  return (
    <Page>
      <Hole aria-label={`Hole ${holeNumber}`}>
        {hole !== undefined && (
          <Header
            holeNumber={holeNumber}
            par={hole.par}
            distance={hole.distance}
            index={hole.index}
            strokesReceived={hole.strokesReceived}
            over={`${match.match.course.name} · ${isSocial ? 'Practice' : 'Match'} · ${FORMAT_WORDS[matchType].name}`}
            aside={headActions}
            subject={sentence(whose(card))}
          />
        )}
        <StripPlace>
          <HoleStrip current={holeNumber} marks={marks} matchId={inPlay ? undefined : matchId} />
        </StripPlace>
        <Scores ref={scores} tabIndex={-1} role="group" aria-label={`Scores of hole ${holeNumber}`}>
          {apart && <BackToScorecard matchId={matchId} />}
          <ScoringTabs cards={cards} holeNumber={holeNumber} chosen={card} onChoose={choose}>
            <HoleAdvert courseId={match.match.course.id} holeNumber={holeNumber} />
            <HoleScores
              {...{ me, card, holeNumber, entry, editing }}
              scorecard={inPlay ? paths.scorecard(matchId) : undefined}
              format={matchType}
              waiting={unsent.has(holeNumber)}
              missing={cards.find((other) => other !== card && myEntry(other, holeNumber) === null)}
              onRecord={enter}
              onEdit={() => edit(true)}
              onChoose={choose}
              onComplete={inPlay && incomplete.length === 0 ? complete : undefined}
            />
          </ScoringTabs>
        </Scores>
        <HoleFooter
          {...{ next, holeNumber }}
          missing={entry === null ? card : null}
          allEntered={incomplete.length === 0}
          differing={differing.length}
          onNext={goOn}
          onCard={() => setSheet(true)}
          onCancel={editing ? () => edit(false) : undefined}
        />
      </Hole>
      <CardOfHole
        {...{ match, card }}
        waiting={unsent}
        onHole={fromCard}
        playing={cards.some(({ isMine }) => isMine)}
        open={sheet}
        onOpenChange={setSheet}
      />
      <IncompleteDialog
        open={listing}
        onOpenChange={setListing}
        incomplete={incomplete}
        onHole={(to, userId) => {
          setListing(false);
          if (to === holeNumber) choose(userId);
          else toHole(to);
        }}
      />
    </Page>
  );
}

function BackToScorecard({ matchId }: { matchId: string }) {
  return (
    <ButtonLink
      kind="quiet"
      to={paths.scorecard(matchId)}
      icon={<ChevronLeft size={20} aria-hidden="true" />}
      style={{ alignSelf: 'start' }}
    >
      Back to the scorecard
    </ButtonLink>
  );
}

/** The holes of a card that the server does not have yet. */
function unsentHoles(userId: string, waiting: readonly WaitingScore[]): ReadonlySet<number> {
  return new Set(waiting.filter((score) => score.userId === userId).map(({ holeNumber }) => holeNumber));
}
