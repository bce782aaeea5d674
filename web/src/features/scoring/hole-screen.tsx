import { ChevronLeft, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { HoleAdvert } from '../../adverts/course-advert.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { finishPaint } from '../../ui/after-paint.js';
import { announce } from '../../ui/live-region.js';
import { useAwake } from '../../ui/hooks/use-awake.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { lazyDialog, onDemand } from '../../ui/overlays/on-demand.js';
import { HoleHeader } from './hole-header.js';
import { HoleFooter } from './hole-footer.js';
import { HolePad } from './hole-pad.js';
import { ElsewhereLink, Hole, Page, Thumb, Upper } from './parts/layout.js';
import { differingPlace, elsewhereText } from './parts/result-words.js';
import { whose, type ScoringCard } from './parts/cards.js';
import { joinWords, listed } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { useWide } from '../../ui/breakpoints.js';
import { Stack } from '../../ui/page-parts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { PlayerRows } from './player-rows.js';
import { useHole, type HoleOfRound, type OpenHole } from './use-hole.js';

/** The chunk of what opens over a hole. */
export const overTheHole = () => import('./over-the-hole.js');
const IncompleteDialog = lazyDialog(async () => (await overTheHole()).IncompleteDialog);
const Card = onDemand(
  async () => (await overTheHole()).CardPanel,
  <Skeleton lines={2} height={180} label="Loading the card" />,
);

/** One hole of the round in play, or of a card, with a link back to it. On desktops with the card beside it. */
export function HoleScreen(round: HoleOfRound) {
  const page = useHole(round);
  const { match, matchId, cards, me, inPlay, holeNumber, differing } = page;
  const [sheet, setSheet] = useState(false);
  useAwake();
  const [elsewhere, ...more] = differing.filter(({ hole }) => hole.number !== holeNumber);
  useDifferencesAnnounced(differing, cards, me);

  return (
    <Page>
      <Hole aria-label={`Hole ${holeNumber}`} onPointerDownCapture={finishPaint} onKeyDownCapture={finishPaint}>
        <Upper>
          <HoleHeader page={page} />
          <div data-part="rows">
            {inPlay === false && (
              <ButtonLink
                kind="quiet"
                to={paths.scorecard(matchId)}
                icon={<ChevronLeft size={20} />}
                style={{ alignSelf: 'start' }}
              >
                Back to the scorecard
              </ButtonLink>
            )}
            <TakenOver key={holeNumber} cards={cards} />
            <PlayerRows page={page} />
            {elsewhere !== undefined && (
              <ElsewhereLink {...page.fixLink(elsewhere.hole.number)}>
                <TriangleAlert size={16} strokeWidth={2.5} />
                <span>{elsewhereText(elsewhere, more.length, me)}</span>
                <b>Fix</b>
              </ElsewhereLink>
            )}
            <HoleAdvert courseId={match.match.course.id} holeNumber={holeNumber} />
          </div>
        </Upper>
        <Thumb data-thumb="">
          <HolePad page={page} />
          <HoleFooter page={page} onCard={() => setSheet(true)} />
        </Thumb>
      </Hole>
      <CardOfHole page={page} open={sheet} onOpenChange={setSheet} />
      <IncompleteDialog page={page} open={page.listing} onOpenChange={page.setListing} />
    </Page>
  );
}

/** The chosen card: beside the hole on desktops, in a sheet on phones. */
function CardOfHole({ page, open, onOpenChange }: OpenState & { page: OpenHole }) {
  const wide = useWide();
  const { isMine, round } = page.card;
  const title = isMine ? 'Scorecard' : `${round.player.fullName}'s scorecard`;
  const openHole = (hole: number): void => {
    onOpenChange(false);
    page.toHole(hole);
  };
  const content = <Card page={page} onHole={openHole} />;
  if (wide) {
    return (
      <Stack aria-labelledby="card-heading" style={{ paddingTop: 'var(--space-2)' }}>
        <h2 id="card-heading" style={{ fontSize: 'var(--text-30)' }}>
          {title}
        </h2>
        {content}
      </Stack>
    );
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      {content}
    </Sheet>
  );
}

/** Announces where scores begin or cease to differ: the other side enters, changes or settles them meanwhile. */
function useDifferencesAnnounced(differing: ScoringCard[], cards: readonly ScoringCard[], me: string): void {
  useChange(differing, (before) => {
    const known = before.map((differs) => elsewhereText(differs, 0, me));
    const now = differing.map((differs) => elsewhereText(differs, 0, me));
    const fresh = now.filter((text) => !known.includes(text));
    if (fresh.length > 0) announce(`Scores differ. ${fresh.join('. ')}.`);
    const gone = before.filter((_one, index) => !now.includes(known[index] ?? ''));
    // Of a card that I no longer mark, nothing is known.
    const settled = gone.find((one) => cards.some(({ userId }) => userId === one.userId));
    if (fresh.length === 0 && settled) announce(`${differingPlace(settled)}: scores no longer differ.`);
  });
}

/** Names the cards that I have come to mark or mark no longer while at a hole: a player left, or the host chose. */
function TakenOver({ cards }: { cards: readonly ScoringCard[] }) {
  const [known] = useState(cards);
  const changes = [changeWords('You now mark', cards, known), changeWords('You no longer mark', known, cards)];
  const words = joinWords(changes, '. ');
  return words !== '' && <Banner kind="info" title={words} />;
}

/** What happened to the marked cards that are among these but not among the others, as one sentence; empty: nothing. */
function changeWords(what: string, cards: readonly ScoringCard[], others: readonly ScoringCard[]): string {
  const changed = cards.filter(({ isMine, userId }) => !isMine && others.every((one) => one.userId !== userId));
  return changed.length === 0 ? '' : `${what} ${listed(changed.map(whose))} card${changed.length === 1 ? '' : 's'}`;
}
