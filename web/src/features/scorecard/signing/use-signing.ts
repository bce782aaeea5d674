import type { MatchAnswer, Round } from '@fairmark/contract';
import { ApiError } from '../../../api/call/errors.js';
import { signCards } from '../../../api/match.js';
import { scoreWords } from '../../../golf/score/score-texts.js';
import { useAct } from '../../../shared/use-act.js';
import { sentence } from '../../../text/words.js';
import { announce } from '../../../ui/live-region.js';
import { refreshAfterSigning } from '../parts/card-api.js';
import { called, holesText, possessive } from '../parts/names.js';
import type { SigningView } from './signing.js';

interface SigningInput {
  answer: MatchAnswer;
  me: string;
  view: SigningView;
  show: (userId: string) => void;
}

/** Signs every card that I can. `refusal`: why the last attempt was refused, as long as that may still apply. */
export function useSigning({ answer, me, view, show }: SigningInput) {
  const { rounds, revision } = answer;
  const { mutate, isPending, error, variables } = useAct({
    mutationFn: (shown: MatchAnswer) => signCards(shown.match.id, shownEntries(shown.rounds, me)),
    onSuccess: ({ signed }) => announce(signed.length === 0 ? 'Already signed' : 'Verified and signed'),
    onError: (refused) => {
      const [card] = signRefusal(refused, rounds, me).cards;
      if (card !== undefined) show(card);
    },
    onSettled: refreshAfterSigning,
  });
  // Once the page shows a newer revision, it can tell whether the refusal still applies: an attempt without an answer
  // may have signed.
  const said = error === null ? null : signRefusal(error, rounds, me, variables?.rounds);
  const applies = (refusal: SignRefusal): boolean =>
    variables?.revision === revision || (view.state === 'sign' && stillApplies(refusal, rounds));
  return { sign: () => mutate(answer), busy: isPending, refusal: said !== null && applies(said) ? said : null };
}

function shownEntries(rounds: MatchAnswer['rounds'], me: string): string[] {
  return rounds
    .filter(({ player, marker }) => player.id === me || marker?.id === me)
    .flatMap(({ holes }) => holes.flatMap(({ marker }) => marker?.id ?? []));
}

/** A refused signature, as the page shows it. */
export interface SignRefusal {
  text: string;
  /** One line per card: what is missing or differs. */
  more: string[];
  cards: string[];
  code: ApiError['code'] | null;
}

/** Where a refusal names its holes, and the problem with them in singular and plural. */
const PARTS: Readonly<Record<string, readonly [part: string, one?: string, many?: string]>> = {
  SCORES_DONT_MATCH: ['mismatchingScoreHoleNumbers', 'differs', 'differ'],
  SCORE_CHANGED: ['changedHoleNumbers', 'was changed', 'were changed'],
  ROUND_NOT_COMPLETE: ['missingHoleNumbers'],
  ROUND_NOT_COMPLETE_BY_MARKER: ['missingHoleNumbers'],
};

const OTHER = 'Unable to verify your round.';

/** The message for a refused signature. `shown`: the cards as shown when the golfer signed. */
export function signRefusal(
  error: unknown,
  rounds: MatchAnswer['rounds'],
  me: string,
  shown: MatchAnswer['rounds'] = rounds,
): SignRefusal {
  const [part, ...matter] = (error instanceof ApiError ? PARTS[error.code] : undefined) ?? [];
  if (!(error instanceof ApiError) || part === undefined) {
    const more = error instanceof ApiError && error.status !== 500 ? [error.message] : [];
    return { text: OTHER, more, cards: [], code: null };
  }
  const { code, message, details } = error;
  const named = (details['cards'] ?? []) as ({ userId: string } & Record<string, number[]>)[];
  const more = named.map(({ userId, [part]: holes = [] }) => {
    const round = rounds.find(({ player }) => player.id === userId);
    const before = shown.find(({ player }) => player.id === userId);
    const card = round === undefined ? 'A card' : `${sentence(possessive(round.player, me))} card`;
    const missing = notEntered(code, round, me);
    const [one = missing, many = missing] = matter;
    const values = code === 'SCORE_CHANGED' ? changesText(holes, before, round) : '';
    return `${card}: ${values === '' ? `${holesText(holes)} ${holes.length === 1 ? one : many}` : values}.`;
  });
  return { text: message, more, cards: named.map(({ userId }) => userId), code };
}

/** The refusal names holes of my side or of the other one: "not entered by Alex". */
function notEntered(code: string, round: Round | undefined, me: string): string {
  const other = round?.player.id === me ? round.marker : round?.player;
  return code === 'ROUND_NOT_COMPLETE_BY_MARKER' && other ? `not entered by ${called(other, me)}` : 'not entered';
}

/** "hole 7 was 9 and is 11 now", "hole 7 was entered again"; empty until the page shows the new values. */
function changesText(holes: readonly number[], before: Round | undefined, now: Round | undefined): string {
  const changes = holes.map((hole) => {
    const [from, to] = [before, now].map((round) => round?.holes[hole - 1]?.marker ?? null);
    if (from?.id === to?.id) return null;
    const [was, is] = [from, to].map((entry) => scoreWords(entry ?? null).replace('–', 'empty'));
    return was === is ? `hole ${hole} was entered again` : `hole ${hole} was ${was} and is ${is} now`;
  });
  return changes.includes(null) ? '' : changes.join(', ');
}

/** Whether a refusal still applies, as far as the page knows. */
export function stillApplies({ cards, code }: SignRefusal, rounds: MatchAnswer['rounds']): boolean {
  // The changes are shown for the golfer to check, until they sign again.
  if (cards.length === 0 || code === 'SCORE_CHANGED') return true;
  return rounds.some(({ player, mismatchingScoreHoleNumbers, incompleteHoles }) => {
    if (!cards.includes(player.id)) return false;
    if (code === 'SCORES_DONT_MATCH') return mismatchingScoreHoleNumbers.length > 0;
    return incompleteHoles.player.length + incompleteHoles.marker.length > 0;
  });
}
