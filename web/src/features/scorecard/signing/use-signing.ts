import type { MatchAnswer, Round } from '@fairmark/contract';
import { useEffect } from 'react';
import { ApiError } from '../../../api/call/errors.js';
import { signCards } from '../../../api/match.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { useAct } from '../../../shared/acting.js';
import { refreshAfterSigning } from '../parts/card-api.js';
import { myMissing, owing } from '../parts/issues.js';
import { called, holesText } from '../parts/names.js';
import { cardName, type SigningView } from './signing.js';

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
  /** What to say about one hole, and about several; by default who has not entered them. */
  words?: readonly [one: string, many: string];
  /** The holes to which it applies on the page now; by default all that the refusal names. */
  open?: (round: Round, me: string) => readonly number[];
}

const ABOUT_HOLES: Readonly<Record<string, AboutHoles>> = {
  SCORES_DONT_MATCH: {
    part: 'mismatchingScoreHoleNumbers',
    words: ['differs', 'differ'],
    open: ({ mismatchingScoreHoleNumbers }) => mismatchingScoreHoleNumbers,
  },
  // The changes are shown for the golfer to check, until they sign again.
  SCORE_CHANGED: { part: 'changedHoleNumbers', words: ['was changed', 'were changed'] },
  ROUND_NOT_COMPLETE: { part: 'missingHoleNumbers', open: myMissing },
  ROUND_NOT_COMPLETE_BY_MARKER: {
    part: 'missingHoleNumbers',
    open: (round, me) => owing(round).flatMap(({ person, holes }) => (person.id === me ? [] : holes)),
  },
};

const OTHER = 'Unable to verify your round.';

/**
 * The message for a refused signature; null once the page shows that every hole it named is settled. `shown`: the cards
 * as shown when the golfer signed.
 */
export function signRefusal(error: unknown, rounds: Round[], me: string, shown: Round[] = rounds): SignRefusal | null {
  const about = error instanceof ApiError ? ABOUT_HOLES[error.code] : undefined;
  if (!(error instanceof ApiError) || about === undefined) {
    const more = error instanceof ApiError && error.status !== 500 ? [error.message] : [];
    return { text: OTHER, more, cards: [] };
  }
  const { code, message, details } = error;
  const { part, open } = about;
  const named = (details['cards'] ?? []) as ({ userId: string } & Record<string, number[]>)[];
  const more = named.flatMap(({ userId, [part]: refused = [] }) => {
    const round = rounds.find(({ player }) => player.id === userId);
    if (round === undefined) return [];
    const before = shown.find(({ player }) => player.id === userId);
    const holes = refused.filter((hole) => round === before || open === undefined || open(round, me).includes(hole));
    if (holes.length === 0) return [];
    const missing = notEntered(code, round, me);
    const [one, many] = about.words ?? [missing, missing];
    const said = `${holesText(holes)} ${holes.length === 1 ? one : many}`;
    const values = code === 'SCORE_CHANGED' ? changesText(holes, before, round) : '';
    return [`${cardName(round, me)}: ${values || said}.`];
  });
  if (named.length > 0 && more.length === 0) return null;
  return { text: message, more, cards: named.map(({ userId }) => userId) };
}

/** The refusal names holes of my side or of the other one: "not entered by Alex". */
function notEntered(code: string, round: Round, me: string): string {
  const other = round.player.id === me ? round.marker : round.player;
  return code === 'ROUND_NOT_COMPLETE_BY_MARKER' && other ? `not entered by ${called(other, me)}` : 'not entered';
}

/** "hole 7 was 9 and is 11 now", "hole 7 was entered again"; empty until the page shows the new values. */
function changesText(holes: readonly number[], before: Round | undefined, now: Round): string {
  const changes = holes.map((hole) => {
    const [from, to] = [before, now].map((round) => round?.holes[hole - 1]?.marker);
    if (from?.id === to?.id) return null;
    const [was, is] = [from, to].map((entry) => scoreWords(entry ?? null).replace('–', 'empty'));
    return was === is ? `hole ${hole} was entered again` : `hole ${hole} was ${was} and is ${is} now`;
  });
  return changes.includes(null) ? '' : changes.join(', ');
}
