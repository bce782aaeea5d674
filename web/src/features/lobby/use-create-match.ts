import type { CurrentMatch, PersonRef } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { ApiError, messageOf } from '../../api/call/errors.js';
import { queryClient } from '../../api/call/query-client.js';
import { createMatch, invitePlayer, refreshMatch, refreshMine, saveSettings } from '../../api/match.js';
import { enterMatch, leavingMatch } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { useSameKey } from '../../shared/use-same-key.js';
import { otherLobby } from './other-lobby.js';

interface NewLobby {
  setUp: Parameters<typeof createMatch>[0];
  company: readonly PersonRef[];
}

/** Location state for the new lobby: the invitations that failed, and why. */
export interface LobbyArrival {
  notInvited?: { id: string; why: string }[];
}

/** Creates a lobby and navigates to it, after a confirmation if another lobby would end. */
export function useCreateMatch() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<(NewLobby & { other: CurrentMatch }) | null>(null);
  const keyOf = useSameKey();
  const create = useMutation({
    mutationFn: async ({ setUp, company, leave }: NewLobby & { leave: string | null }) => {
      const { match } = await leavingMatch(leave, () => createMatch(setUp, keyOf(setUp)));
      return { matchId: match.id, notInvited: await prepareLobby(match.id, company) };
    },
    onSuccess: ({ matchId, notInvited }) => {
      enterMatch(matchId);
      refreshMine();
      refreshMatch(matchId);
      void navigate(paths.lobby(matchId), { replace: true, state: { notInvited } satisfies LobbyArrival });
    },
    onSettled: () => setAsked(null),
  });
  const ask = useMutation({
    mutationFn: (_lobby: NewLobby) => otherLobby(),
    onSuccess: (other, lobby) =>
      other === null ? create.mutate({ ...lobby, leave: null }) : setAsked({ ...lobby, other }),
  });
  return {
    busy: ask.isPending || create.isPending,
    error: ask.error ?? create.error,
    other: asked?.other ?? null,
    open: (lobby: NewLobby) => {
      const { error, variables } = create;
      const isSame = JSON.stringify(variables?.setUp) === JSON.stringify(lobby.setUp);
      // If only the answer was lost, the lobby exists and must not be asked about.
      const isLost = error instanceof ApiError && error.unanswered;
      if (isLost && variables !== undefined && isSame) create.mutate({ ...lobby, leave: variables.leave });
      else ask.mutate(lobby);
    },
    confirm: () => {
      if (asked !== null) create.mutate({ ...asked, leave: asked.other.matchId });
    },
    cancel: () => setAsked(null),
  };
}

/** Saves the official handicap and invites. A failure leaves the lobby usable; returns who was not invited, and why. */
async function prepareLobby(matchId: string, company: readonly PersonRef[]): Promise<LobbyArrival['notInvited']> {
  const handicap = queryClient.getQueryData(userQuery().queryKey)?.handicap;
  if (handicap !== undefined) await saveSettings(matchId, { handicap, ready: false }).catch(() => undefined);
  const refusals = await Promise.all(
    company.map(({ id, fullName }) =>
      invitePlayer(matchId, id).then(
        () => null,
        (error: unknown) => ({ id, why: `${fullName}: ${messageOf(error)}` }),
      ),
    ),
  );
  return refusals.filter((refusal) => refusal !== null);
}
