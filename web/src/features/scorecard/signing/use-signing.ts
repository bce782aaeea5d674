import type { MatchAnswer, Round } from '@fairmark/contract';
import { useEffect } from 'react';
import { ApiError } from '../../../api/call/errors.js';
import { queryClient } from '../../../api/call/query-client.js';
import { signCards } from '../../../api/match.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { useAct } from '../../../shared/acting.js';
import { cardName, differText, holesText, mineFirst, myMissing, owing } from '../parts/sides.js';
import { sentence } from '../../../text/words.js';
import type { SigningView } from './signing.js';

/** Refetches the match and every list that shows which rounds are signed. */
export const refreshAfterSigning = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !UNSIGNED.has(String(queryKey[0])) });

const UNSIGNED: ReadonlySet<string> = new Set(['course', 'courses', 'card-holes', 'golfers', 'user']);

/** Signs every card that I can. `refusal`: why the last attempt was refused, as long as that may still apply. */
export function useSigning(answer: MatchAnswer, me: string, view: SigningView, show: (userId: string) => void) {
  const { rounds, revision } = answer;
  const { mutate, isPending, error, reset, variables } = useAct({
    mutationFn: (shown: MatchAnswer) => signCards(shown.match.id, shownEntries(shown.rounds, me)),
    // Busy until the cards show the signature: the button would ask for it again.
    onSuccess: refreshAfterSigning,
    onError: (refused) => {
      void refreshAfterSigning();
      const [card] = signRefusal(refused, rounds, me)?.cards ?? [];
      if (card !== undefined) show(card);
    },
  });
  // An attempt without an answer may have signed, which a newer revision shows.
  const applies = error !== null && (variables?.revision === revision || view.state === 'sign');
  const refusal = applies ? signRefusal(error, rounds, me, variables?.rounds) : null;
  const isOver = error !== null && refusal === null;
  // For good: shown again for a later difference, it would take the focus.
  useEffect(() => {
    if (isOver) reset();
  }, [isOver, reset]);
  return { sign: () => mutate(answer), busy: isPending, refusal };
}

function shownEntries(rounds: Round[], me: string): string[] {
  return rounds
    .filter(({ player, marker }) => player.id === me || marker?.id === me)
    .flatMap(({ holes }) => holes.flatMap(({ marker }) => marker?.id ?? []));
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
  open?: (round: Round, me: string) => readonly number[];
  /** `before`: the card as shown when the golfer signed. */
  words: (holes: readonly number[], round: Round, me: string, before: Round | undefined) => string;
}

const ABOUT_HOLES: Readonly<Record<string, AboutHoles>> = {
  SCORES_DONT_MATCH: {
    part: 'mismatchingScoreHoleNumbers',
    open: ({ mismatchingScoreHoleNumbers }) => mismatchingScoreHoleNumbers,
    words: differText,
  },
  // The changes are shown for the golfer to check, until they sign again.
  SCORE_CHANGED: { part: 'changedHoleNumbers', words: changesText },
  ROUND_NOT_COMPLETE: {
    part: 'missingHoleNumbers',
    open: myMissing,
    words: (holes) => `${holesText(holes)} not entered`,
  },
  ROUND_NOT_COMPLETE_BY_MARKER: {
    part: 'missingHoleNumbers',
    open: (round, me) => owing(round, me).flatMap(({ isMine, missing }) => (isMine ? [] : missing)),
    words: (holes, round, me) => `${holesText(holes)} not entered by ${mineFirst(round, me)[1].name}`,
  },
};

const OTHER = 'Unable to verify your round.';

/**
 * The message for a refused signature; null once the page shows that every hole it named is settled. `shown`: the cards
 * as shown when the golfer signed.
 */
export function signRefusal(error: unknown, rounds: Round[], me: string, shown: Round[] = rounds): SignRefusal | null {
  if (!(error instanceof ApiError)) return { text: OTHER, more: [], cards: [] };
  const { code, message, details, status } = error;
  const about = ABOUT_HOLES[code];
  if (about === undefined) return { text: OTHER, more: status === 500 ? [] : [message], cards: [] };
  const { part, open, words } = about;
  const named = (details['cards'] ?? []) as ({ userId: string } & Record<string, number[]>)[];
  const more = named.flatMap(({ userId, [part]: refused = [] }) => {
    const [round, before] = [rounds, shown].map((cards) => cards.find(({ player }) => player.id === userId));
    if (round === undefined) return [];
    const holes = refused.filter((hole) => round === before || open === undefined || open(round, me).includes(hole));
    return holes.length === 0 ? [] : [`${sentence(cardName(round, me))}: ${words(holes, round, me, before)}.`];
  });
  if (named.length > 0 && more.length === 0) return null;
  return { text: message, more, cards: named.map(({ userId }) => userId) };
}

/** "hole 7 was 9 and is 11 now", "hole 7 was entered again"; without values until the page shows the new ones. */
function changesText(holes: readonly number[], now: Round, _me: string, before: Round | undefined): string {
  const changes = holes.map((hole) => {
    const [from, to] = [before, now].map((round) => round?.holes[hole - 1]?.marker);
    if (from?.id === to?.id) return null;
    const [was, is] = [from, to].map((entry) => scoreWords(entry ?? null).replace('–', 'empty'));
    return was === is ? `hole ${hole} was entered again` : `hole ${hole} was ${was} and is ${is} now`;
  });
  if (!changes.includes(null)) return changes.join(', ');
  return `${holesText(holes)} ${holes.length === 1 ? 'was' : 'were'} changed`;
}
