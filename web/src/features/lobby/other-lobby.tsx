import { useState } from 'react';
import type { CurrentMatch } from '@fairmark/contract';
import { fetchFresh } from '../../api/call/fetch-fresh.js';
import { hasCode, unless } from '../../api/call/errors.js';
import { answerInvite, currentQuery, matchQuery, refreshMatch, refreshMine } from '../../api/match.js';
import { useAct } from '../../shared/use-act.js';
import { Confirm } from '../../ui/overlays/dialogs.js';
import { enterMatch, leavingMatch } from '../../shared/resume/leaving.js';

/**
 * The open lobby that would end, or that I would leave, for a new match (docs/product.md, Lobby and invitations 16).
 * Null for a started round too, because the server refuses. Throws if it is unknown, so that nothing ends unasked.
 */
export async function otherLobby(forMatchId?: string): Promise<CurrentMatch | null> {
  const current = await fetchFresh(currentQuery());
  return current === null || current.started || current.matchId === forMatchId ? null : current;
}

interface OtherLobbyConfirmProps {
  other: CurrentMatch | null;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy: boolean;
}

/** Confirms that my other set-up may end. */
export function OtherLobbyConfirm({ other, confirmLabel, onConfirm, onCancel, busy }: OtherLobbyConfirmProps) {
  return (
    <Confirm
      open={other !== null}
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title={other?.isHost === false ? 'Leave your other round?' : 'Your other set-up ends'}
      confirmLabel={confirmLabel}
      onConfirm={onConfirm}
      busy={busy}
      danger
    >
      {otherLobbyWords(other)}
    </Confirm>
  );
}

/** What happens to the other lobby. */
export function otherLobbyWords(other: CurrentMatch | null): string {
  return other?.isHost === false
    ? 'You have joined another round that has not started yet. You leave it when you continue.'
    : 'You are setting up another round. It ends for everyone in it when you continue.';
}

/** Accepts an invitation; `other` is the lobby that would end, about which the golfer is asked first. */
export function useAcceptInvite(inviteId: string, matchId: string, onJoined: () => void) {
  const [other, setOther] = useState<CurrentMatch | null>(null);
  const accept = useAct({
    // `leave` undefined: not checked for another lobby yet.
    mutationFn: async (leave?: string) => {
      const toLeave = leave === undefined ? await otherLobby(matchId) : null;
      // An answer that comes too late ends nothing: the refusal is shown instead of the question.
      if (toLeave !== null && (await isOpen(matchId))) return toLeave;
      await leavingMatch(leave ?? null, () => answerInvite(inviteId, 'ACCEPTED', matchId));
      enterMatch(matchId);
      refreshMine();
      refreshMatch(matchId);
      return null;
    },
    onSuccess: (toLeave) => {
      setOther(toLeave);
      if (toLeave === null) onJoined();
    },
  });
  return { accept, other, setOther };
}

/** Asks about the other lobby that accepting an invitation would end. */
export function AcceptConfirm({ accept, other, setOther }: ReturnType<typeof useAcceptInvite>) {
  return (
    <OtherLobbyConfirm
      other={other}
      confirmLabel="Accept the invitation"
      onConfirm={() => accept.mutate(other?.matchId, { onError: () => setOther(null) })}
      onCancel={() => setOther(null)}
      busy={accept.isPending}
    />
  );
}

/** Declines an invitation; one that no longer exists counts as declined. */
export function useDenyInvite(inviteId: string, matchId: string, onDenied: () => void) {
  return useAct({
    mutationFn: () => answerInvite(inviteId, 'DENIED', matchId).catch(unless('INVITE_NOT_FOUND', 'MATCH_STARTED')),
    onSuccess: () => {
      onDenied();
      refreshMine();
    },
  });
}

async function isOpen(matchId: string): Promise<boolean> {
  try {
    const { match } = await fetchFresh(matchQuery(matchId));
    return !match.started && !match.ended;
  } catch (error) {
    if (hasCode(error, 'MATCH_NOT_FOUND')) return false;
    throw error;
  }
}
