import { useState } from 'react';
import type { CurrentMatch } from '@fairmark/contract';
import { queryClient } from '../../api/call/query-client.js';
import { unless } from '../../api/call/errors.js';
import { answerInvite, currentQuery, matchQuery, refreshMatch } from '../../api/match.js';
import { useAct } from '../../shared/acting.js';
import { Confirm } from '../../ui/overlays/dialogs.js';
import { enterMatch, leavingMatch } from '../../shared/resume/leaving.js';

/**
 * The open lobby that would end, or that I would leave, for a new match or for this one (docs/product.md, Lobby and
 * invitations 16). Null for a started round too, because the server refuses. Throws if it is unknown, so that nothing
 * ends unasked.
 */
async function otherLobby(matchId?: string): Promise<CurrentMatch | null> {
  const { current } = await queryClient.fetchQuery({ ...currentQuery(), staleTime: 0 });
  if (current === null || current.started || current.matchId === matchId) return null;
  if (matchId === undefined) return current;
  // An answer that comes too late ends nothing: the refusal is shown instead of the question.
  const read = queryClient.fetchQuery({ ...matchQuery(matchId), staleTime: 0 });
  const answer = await read.catch(unless('MATCH_NOT_FOUND'));
  return answer === null || answer.match.started || answer.match.ended ? null : current;
}

/** What {@link useEntering} returns, and the words for its button. */
type OtherLobbyProps = ReturnType<typeof useEntering> & { confirmLabel: string };

/** Asks about the other lobby that would end. */
export function OtherLobbyConfirm({ act, other, confirmLabel }: OtherLobbyProps) {
  // While closing, the dialog keeps naming the lobby that it asked about.
  const [asked, setAsked] = useState(other);
  if (other !== null && other !== asked) setAsked(other);
  return (
    <Confirm
      open={other !== null}
      onOpenChange={(open) => !open && act.reset()}
      title={asked?.isHost === false ? 'Leave your other round?' : 'Your other set-up ends'}
      confirmLabel={confirmLabel}
      onConfirm={() => act.mutate(other)}
      busy={act.isPending}
      danger
    >
      {otherLobbyWords(asked)}
    </Confirm>
  );
}

/** What happens to the other lobby. */
export function otherLobbyWords(other: CurrentMatch | null): string {
  return other?.isHost === false
    ? 'You have joined another round that has not started yet. You leave it when you continue.'
    : 'You are setting up another round. It ends for everyone in it when you continue.';
}

interface Entry<Entered extends { matchId: string }> {
  /** The match to join; undefined: a new one. */
  matchId?: string;
  /** Creates or joins it. */
  enter: () => Promise<Entered>;
  onEntered: (entered: Entered) => unknown;
}

/** Enters a match; `other` is the open lobby that would end, about which the golfer is asked first. */
export function useEntering<Entered extends { matchId: string }>({ matchId, enter, onEntered }: Entry<Entered>) {
  const act = useAct({
    // `leave` undefined: not checked for another lobby yet. Answers with the one to ask about.
    mutationFn: async (leave: CurrentMatch | null | undefined) => {
      const found = leave === undefined ? await otherLobby(matchId) : null;
      if (found !== null) return found;
      const entered = await leavingMatch(leave?.matchId ?? null, enter);
      enterMatch(entered.matchId);
      void refreshMatch(entered.matchId);
      await onEntered(entered);
      return null;
    },
  });
  return { act, other: (act.isPending ? act.variables : act.data) ?? null };
}

/** Accepts an invitation. */
export function useAcceptInvite(inviteId: string, matchId: string, onEntered: () => void) {
  return useEntering({
    matchId,
    enter: async () => {
      await answerInvite(inviteId, 'ACCEPTED', matchId);
      return { matchId };
    },
    onEntered,
  });
}

/** Answers an invitation; one that no longer exists counts as declined. `error`: why the last answer was refused. */
export function useAnswer(inviteId: string, matchId: string, onAccepted: () => void, onDenied: () => void) {
  const accepting = useAcceptInvite(inviteId, matchId, onAccepted);
  const { act: accept } = accepting;
  const deny = useAct({
    mutationFn: () =>
      leavingMatch(matchId, () =>
        answerInvite(inviteId, 'DENIED', matchId).catch(unless('INVITE_NOT_FOUND', 'MATCH_STARTED')),
      ),
    onSuccess: onDenied,
  });
  return {
    accepting,
    error: accept.submittedAt > deny.submittedAt ? accept.error : deny.error,
    /** Of the two buttons: one answer at a time. */
    yes: { busy: accept.isPending, disabled: deny.isPending, onClick: () => accept.mutate(undefined) },
    no: { busy: deny.isPending, disabled: accept.isPending, onClick: () => deny.mutate() },
  };
}
