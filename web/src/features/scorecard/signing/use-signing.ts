import type { MatchAnswer } from '@fairmark/contract';
import { useEffect } from 'react';
import { ApiError } from '../../../api/call/errors.js';
import { queryClient } from '../../../api/call/query-client.js';
import { signCards } from '../../../api/match.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { useAct } from '../../../shared/acting.js';
import { differText, holesText, type ShownCard } from '../parts/sides.js';
import { sentence } from '../../../text/words.js';
import type { SigningView } from './signing.js';

/** Refetches the match and every list that shows which rounds are signed. */
export const refreshAfterSigning = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !UNSIGNED.has(String(queryKey[0])) });

const UNSIGNED: ReadonlySet<string> = new Set(['course', 'courses', 'card-holes', 'golfers', 'user']);

/** Signs every card that I can. `refusal`: why the last attempt was refused, as long as that may still apply. */
export function useSigning({ match, revision }: MatchAnswer, view: SigningView, show: (userId: string) => void) {
  const { cards } = view;
  const { mutate, isPending, error, reset, variables } = useAct({
    mutationFn: (shown: { cards: Cards; revision: string }) => signCards(match.id, shownEntries(shown.cards)),
    // Busy until the cards show the signature: the button would ask for it again.
    onSuccess: refreshAfterSigning,
    onError: (refused) => {
      void refreshAfterSigning();
      const [first] = signRefusal(refused, cards)?.cards ?? [];
      if (first !== undefined) show(first);
    },
  });
  // An attempt without an answer may have signed, which a newer revision shows.
  const applies = error !== null && (variables?.revision === revision || view.state === 'sign');
  const refusal = applies ? signRefusal(error, cards, variables?.cards) : null;
  const isOver = error !== null && refusal === null;
  // For good: shown again for a later difference, it would take the focus.
  useEffect(() => {
    if (isOver) reset();
  }, [isOver, reset]);
  return { sign: () => mutate({ cards, revision }), busy: isPending, refusal };
}

type Cards = readonly ShownCard[];

function shownEntries(cards: Cards): string[] {
  return cards.flatMap(({ own, marker }) => (own.isMine ? marker.entries.flatMap((entry) => entry?.id ?? []) : []));
}

/** A refused signature, as the page shows it. */
export interface SignRefusal {
  text: string;
  /** One line per card: what is still missing or differs. */
  more: string[];
  cards: string[];
}

/** What a refusal says about the holes of a card. */
interface AboutHoles {
  /** Where the refusal's details hold the hole numbers. */
  part: string;
  /** The holes to which it applies on the page now; by default all that the refusal names. */
  open?: (card: ShownCard) => readonly number[];
  /** `before`: the card as shown when the golfer signed. */
  words: (holes: readonly number[], card: ShownCard, before: ShownCard | undefined) => string;
}

const ABOUT_HOLES: Readonly<Record<string, AboutHoles>> = {
  SCORES_DONT_MATCH: {
    part: 'mismatchingScoreHoleNumbers',
    open: ({ round }) => round.mismatchingScoreHoleNumbers,
    words: differText,
  },
  // The changes are shown for the golfer to check, until they sign again.
  SCORE_CHANGED: { part: 'changedHoleNumbers', words: changesText },
  ROUND_NOT_COMPLETE: {
    part: 'missingHoleNumbers',
    open: ({ missing }) => missing,
    words: (holes) => `${holesText(holes)} not entered`,
  },
  ROUND_NOT_COMPLETE_BY_MARKER: {
    part: 'missingHoleNumbers',
    open: ({ owing }) => owing.flatMap(({ isMine, missing }) => (isMine ? [] : missing)),
    words: (holes, { other }) => `${holesText(holes)} not entered by ${other.name}`,
  },
};

const OTHER = 'Unable to verify your round.';

/**
 * The message for a refused signature; null once the page shows that every hole it named is settled. `shown`: the cards
 * as shown when the golfer signed.
 */
export function signRefusal(error: unknown, cards: Cards, shown: Cards = cards): SignRefusal | null {
  if (!(error instanceof ApiError)) return { text: OTHER, more: [], cards: [] };
  const { code, message, details, status } = error;
  const about = ABOUT_HOLES[code];
  if (about === undefined) return { text: OTHER, more: status === 500 ? [] : [message], cards: [] };
  const { part, open, words } = about;
  const named = (details['cards'] ?? []) as ({ userId: string } & Record<string, number[]>)[];
  const more = named.flatMap(({ userId, [part]: refused = [] }) => {
    const [card, before] = [cards, shown].map((ones) => ones.find(({ round }) => round.player.id === userId));
    if (card === undefined) return [];
    const isSame = card.round === before?.round;
    const holes = refused.filter((hole) => isSame || open === undefined || open(card).includes(hole));
    return holes.length === 0 ? [] : [`${sentence(card.name)}: ${words(holes, card, before)}.`];
  });
  if (named.length > 0 && more.length === 0) return null;
  return { text: message, more, cards: named.map(({ userId }) => userId) };
}

/** "hole 7 was 9 and is 11 now", "hole 7 was entered again"; without values until the page shows the new ones. */
function changesText(holes: readonly number[], now: ShownCard, before: ShownCard | undefined): string {
  const changes = holes.map((hole) => {
    const [from, to] = [before, now].map((card) => card?.marker.entries[hole - 1]);
    if (from?.id === to?.id) return null;
    const [was, is] = [from, to].map((entry) => scoreWords(entry ?? null).replace('–', 'empty'));
    return was === is ? `hole ${hole} was entered again` : `hole ${hole} was ${was} and is ${is} now`;
  });
  if (!changes.includes(null)) return changes.join(', ');
  return `${holesText(holes)} ${holes.length === 1 ? 'was' : 'were'} changed`;
}
