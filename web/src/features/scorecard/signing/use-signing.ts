import type { MatchAnswer } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { signCards } from '../../../api/match.js';
import { announce } from '../../../ui/live-region.js';
import { refreshAfterSigning } from '../parts/card-api.js';
import { signRefusal, stillSo, type SignRefusal } from './refusals.js';

interface SigningHook {
  sign: () => void;
  /** The request is under way; it ends within its timeouts. */
  busy: boolean;
  /** Why the last one did not succeed, as long as that may still be so. */
  refusal: SignRefusal | null;
  /** Holes that the server called mismatching and the page does not show so yet, by the card's player. */
  flagged: ReadonlyMap<string, readonly number[]>;
}

interface SigningInput {
  answer: MatchAnswer;
  me: string;
  show: (userId: string) => void;
}

/** Verifies and signs every card that I can. */
export function useSigning({ answer, me, show }: SigningInput): SigningHook {
  const { rounds, revision } = answer;
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (shown: MatchAnswer) => signCards(shown.match.id, shownEntries(shown.rounds, me)),
    onSuccess: ({ signed }) => announce(signed.length === 0 ? 'Already signed' : 'Verified and signed'),
    onError: (refused) => {
      const [card] = signRefusal(refused, rounds, me).cards;
      if (card !== undefined) show(card.userId);
    },
    onSettled: refreshAfterSigning,
  });
  // Once the page shows something newer, it knows itself whether it is still so.
  const current = variables?.revision === revision;
  const said = error === null ? null : signRefusal(error, rounds, me, variables?.rounds);
  const refusal = said !== null && (current || stillSo(said, rounds)) ? said : null;
  const flagged = new Map(
    current && refusal?.differs === true ? refusal.cards.map(({ userId, holes }) => [userId, holes]) : [],
  );
  return { sign: () => mutate(answer), busy: isPending, refusal, flagged };
}

/** What my signature stands for: the marker's entries of my card and of those that I mark. */
function shownEntries(rounds: MatchAnswer['rounds'], me: string): string[] {
  return rounds
    .filter(({ player, marker }) => player.id === me || marker?.id === me)
    .flatMap(({ holes }) => holes.flatMap(({ marker }) => marker?.id ?? []));
}
