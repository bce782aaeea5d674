import type { MatchAnswer } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { signCards } from '../../../api/match.js';
import { announce } from '../../../ui/live-region.js';
import { refreshAfterSigning } from '../parts/card-api.js';
import { type SignRefusal, signRefusal, stillApplies } from './refusals.js';
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
  const { mutate, isPending, error, variables } = useMutation({
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

/** The entries that I sign: the marker's entries on my card and on those that I mark. */
function shownEntries(rounds: MatchAnswer['rounds'], me: string): string[] {
  return rounds
    .filter(({ player, marker }) => player.id === me || marker?.id === me)
    .flatMap(({ holes }) => holes.flatMap(({ marker }) => marker?.id ?? []));
}
