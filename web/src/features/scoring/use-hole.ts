import type { CardEntry } from '@fairmark/scoring';
import { useState } from 'react';
import { LIMITS, type MatchAnswer } from '@fairmark/contract';
import { rememberHole } from '../../api/stored-round.js';
import { valueOf } from '../../outbox/box.js';
import { enterScore } from '../../outbox/outbox.js';
import { announce } from '../../ui/live-region.js';
import { firstCard, myEntry, type ScoringCard } from './parts/cards.js';
import { spokenEntry } from './parts/result-words.js';

/** What a hole page gets from its route and its match. */
export interface HoleOfRound {
  match: MatchAnswer;
  cards: readonly ScoringCard[];
  /** The first of them; there is always one. */
  first: ScoringCard;
  /** Whether this phone remembers the way through the round. */
  inPlay: boolean;
  /** 1 to 18. */
  holeNumber: number;
}

/** What is open on a hole: one of the cards, and whether an entry is being changed. */
interface Opened {
  hole: number;
  userId: string;
  editing: boolean;
}

/** The chosen card of a hole and what can be done with it. Every hole begins with the first card that has no entry of mine. */
export function useHole({ match, cards, first, inPlay, holeNumber }: HoleOfRound) {
  const [opened, setOpened] = useState(() => open(cards, holeNumber));
  // Another hole, same page: chosen during the render, so that no frame shows the old choice.
  if (opened.hole !== holeNumber) setOpened(open(cards, holeNumber));
  const card = cards.find(({ userId }) => userId === opened.userId) ?? first;
  const entry = myEntry(card, holeNumber);
  return {
    card,
    entry,
    editing: opened.editing && entry !== null,
    choose: (userId: string) => setOpened({ hole: holeNumber, userId, editing: false }),
    edit: (editing: boolean) => setOpened({ ...opened, editing }),
    /** Records a score, or clears the hole with null. The phone has it when this returns; sending goes on by itself. */
    record: (value: CardEntry | null): void => {
      setOpened({ ...opened, editing: false });
      const place = { matchId: match.match.id, userId: card.userId, holeNumber };
      if (!enterScore(place, valueOf(value), entry)) return;
      // A mended hole is no progress: only a new one moves what the phone goes on with.
      if (inPlay && entry === null && holeNumber < LIMITS.holes) rememberHole(holeNumber + 1);
      announce(`Hole ${holeNumber}: ${spokenEntry(card, holeNumber, value, match.match.matchType)}`);
    },
  };
}

function open(cards: readonly ScoringCard[], hole: number): Opened {
  return { hole, userId: firstCard(cards, hole)?.userId ?? '', editing: false };
}
