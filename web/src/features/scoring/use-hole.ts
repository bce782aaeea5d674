import type { CardEntry } from '@fairmark/scoring';
import { useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LIMITS, type MatchAnswer } from '@fairmark/contract';
import { forgetRound, rememberHole } from '../../api/match.js';
import { enterScore, savedText } from '../../outbox/outbox.js';
import { isSigned } from '../../golf/cards.js';
import { paths } from '../../shared/routing/paths.js';
import { afterPaint } from '../../ui/after-paint.js';
import { announce } from '../../ui/live-region.js';
import { differingCards, firstCard, whose, type ScoringCard } from './parts/cards.js';
import { spokenEntry } from './parts/result-words.js';

/** A hole page's route and match. */
export interface HoleOfRound {
  match: MatchAnswer;
  cards: readonly ScoringCard[];
  /** The first of `cards`, which is never empty. */
  first: ScoringCard;
  me: string;
  /** Whether this phone stores the progress of the round; if not, a card is viewed or changed. Undefined: not known yet. */
  inPlay: boolean | undefined;
  holeNumber: number;
}

/** The active row of a hole, whether its entry is being changed, and the card that has just got an entry. */
interface Opened {
  hole: number;
  userId: string;
  editing: boolean;
  landed: string | null;
}

/** The active row of a hole and its actions. Each hole starts with the first card that lacks my entry. */
export function useHole(round: HoleOfRound) {
  const { match, cards, first, inPlay, holeNumber } = round;
  const { id: matchId, matchType: format } = match.match;
  const at = (userId: string): Opened => ({ hole: holeNumber, userId, editing: false, landed: null });
  const start = (firstCard(cards) ?? first).userId;
  // From the first render on: a later choice would count as a change of rows, which moves the focus.
  const [opened, open] = useState(() => at(start));
  const next = useRef<HTMLButtonElement>(null);
  const card = cards.find(({ userId }) => userId === opened.userId) ?? first;
  const editing = opened.editing && card.userId === opened.userId && card.hole.mine !== null && !isSigned(card.round);
  // Reset during the render, so that no frame shows the old choice, nor a later one a change that another phone ended.
  if (opened.hole !== holeNumber) open(at(start));
  else if (opened.editing !== editing) open({ ...opened, editing });
  return {
    ...round,
    ...useRoundNavigation(round),
    matchId,
    format,
    card,
    editing,
    landed: opened.landed,
    differing: useMemo(() => differingCards(cards), [cards]),
    /** Where the pad is. */
    place: useRef<HTMLDivElement>(null),
    /** The Next button, focused once all cards have an entry. */
    next,
    choose: (userId: string, change = false) => open({ ...at(userId), editing: change }),
    /**
     * Stores a score on the phone, or with null clears the hole. After the frame that shows it in its well, opens the
     * next card that lacks an entry, or focuses Next if none does.
     */
    record: (value: CardEntry | null, on = card): void => {
      const lacking = cards.find((one) => one !== on && one.hole.mine === null);
      const opens = value === null ? on : lacking;
      const before = on.hole.mine;
      const entered = enterScore({ matchId, userId: on.userId, holeNumber }, value, before);
      afterPaint(() => {
        open({ ...at((opens ?? on).userId), landed: on.userId });
        if (opens === undefined) next.current?.focus({ preventScroll: true });
        if (!entered) return;
        // Only a new entry is progress; a changed one does not move the hole to resume at.
        if (inPlay && before === null && holeNumber < LIMITS.holes) rememberHole(holeNumber + 1);
        const then = opens === undefined || opens === on ? '' : ` Enter ${whose(opens)} score.`;
        announce(`Hole ${holeNumber}: ${spokenEntry(on, value, format)}. ${savedText()}.${then}`);
      });
    },
  };
}

/** The hole on the screen: its round, its active row and what can be done there. */
export type OpenHole = ReturnType<typeof useHole>;

/** Navigation within a round: to any hole, to the next one, and to the scorecard at the end. */
function useRoundNavigation({ match, cards, first, inPlay, holeNumber }: HoleOfRound) {
  const navigate = useNavigate();
  /** The hole that the golfer left to settle a difference on this one. */
  const { from } = (useLocation().state ?? {}) as { from?: number };
  const { id: matchId } = match.match;
  /** The holes that I have not entered, ascending, each with the cards that lack it. */
  const owed = first.holes
    .map(({ number }, index) => ({ hole: number, cards: cards.filter(({ holes }) => holes[index]?.mine === null) }))
    .filter(({ cards: lacking }) => lacking.length > 0);
  /** Whether the incomplete holes are listed, because Next led back to one of them. */
  const [listing, setListing] = useState(false);
  // Once another phone has entered the last of them, a hole that is cleared later must not open the list.
  if (listing && owed.length === 0) setListing(false);
  const pathTo = (hole: number): string => paths.score(hole, inPlay ? undefined : matchId);
  const toHole = (hole: number): void => {
    setListing(false);
    if (hole !== holeNumber) void navigate(pathTo(hole));
  };
  const complete = (): void => {
    if (inPlay) forgetRound();
    void navigate(paths.scorecard(matchId));
  };
  /** After the last hole, to the first one that I owe. */
  const goToNext = (): void => {
    const isLast = holeNumber === LIMITS.holes;
    const next = isLast ? owed[0]?.hole : holeNumber + 1;
    if (next === undefined) complete();
    else {
      toHole(next);
      setListing(isLast);
    }
  };
  /** A link to a hole on which scores differ, and back. */
  const fixLink = (hole: number) => ({ to: pathTo(hole), state: { from: from ?? holeNumber } });
  return { from, owed, fixLink, toHole, goToNext, complete, listing, setListing };
}
