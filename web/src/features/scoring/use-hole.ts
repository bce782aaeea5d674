import type { CardEntry } from '@fairmark/scoring';
import { useState } from 'react';
import { LIMITS, type MatchAnswer } from '@fairmark/contract';
import { rememberHole } from '../../api/stored-round.js';
import { valueOf } from '../../outbox/box.js';
import { enterScore } from '../../outbox/outbox.js';
import { announce } from '../../ui/live-region.js';
import { firstCard, myEntry, whose, type ScoringCard } from '../../shared/scoring/cards.js';
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

/** What is open on a hole: the active row, whether its entry is being changed, and the card that has just got an entry. */
interface Opened {
  hole: number;
  userId: string;
  editing: boolean;
  landed: string | null;
  /** How often an entry has led on to another row. */
  turns: number;
}

/** The active row of a hole and what can be done with it. Every hole begins with the first card that has no entry of mine. */
export function useHole({ match, cards, first, inPlay, holeNumber }: HoleOfRound) {
  const [opened, setOpened] = useState(() => open(cards, holeNumber, 0));
  // Another hole, same page: chosen during the render, so that no frame shows the old choice.
  if (opened.hole !== holeNumber) setOpened(open(cards, holeNumber, opened.turns));
  const card = cards.find(({ userId }) => userId === opened.userId) ?? first;
  const entry = myEntry(card, holeNumber);
  return {
    card,
    entry,
    editing: opened.editing && entry !== null,
    landed: opened.landed,
    turns: opened.turns,
    choose: (userId: string, editing = false) =>
      setOpened({ hole: holeNumber, userId, editing, landed: null, turns: opened.turns }),
    /**
     * Records a score, or clears the hole with null, and goes on to the next card that lacks an entry, which it answers. The
     * phone has the score when this returns; sending goes on by itself.
     */
    record: (value: CardEntry | null, on = card): ScoringCard | null => {
      const lacking = (one: ScoringCard): boolean => one !== on && myEntry(one, holeNumber) === null;
      const next = value === null ? on : (cards.find(lacking) ?? null);
      const { userId } = next ?? on;
      const turns = opened.turns + (userId === card.userId ? 0 : 1);
      setOpened({ hole: holeNumber, userId, editing: false, landed: on.userId, turns });
      const stands = myEntry(on, holeNumber);
      const place = { matchId: match.match.id, userId: on.userId, holeNumber };
      if (!enterScore(place, valueOf(value), stands)) return next;
      // A mended hole is no progress: only a new one moves what the phone goes on with.
      if (inPlay && stands === null && holeNumber < LIMITS.holes) rememberHole(holeNumber + 1);
      const then = next === null || next === on ? '' : ` Enter ${whose(next)} score.`;
      announce(`Hole ${holeNumber}: ${spokenEntry(on, holeNumber, value, match.match.matchType)}${then}`);
      return next;
    },
  };
}

function open(cards: readonly ScoringCard[], hole: number, turns: number): Opened {
  return { hole, userId: firstCard(cards, hole)?.userId ?? '', editing: false, landed: null, turns };
}
