import type { CurrentMatch, Format, PersonRef, PlayType, Tee } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { userQuery } from '../../api/auth.js';
import { messageOf } from '../../api/call/errors.js';
import { queryClient } from '../../api/call/query-client.js';
import { createMatch, invitePlayer, refreshMatch, refreshMine, saveSettings } from '../../api/match.js';
import { enterMatch, leavingMatch } from '../../shared/resume/leaving.js';
import { paths } from '../../shared/routing/paths.js';
import { otherLobby } from './other-lobby.js';

/** A complete match set-up; a practice round names no match type. */
interface MatchSetUp {
  course: string;
  tee: Tee;
  playType: PlayType;
  matchType?: Format;
}

interface NewLobby {
  setUp: MatchSetUp;
  /** Who is invited to it. */
  company: readonly PersonRef[];
}

/** What the lobby says when it opens: invitations that could not be sent, and why. */
export interface LobbyArrival {
  notInvited?: { id: string; why: string }[];
}

/** Opens the lobby and goes there; asks first when that would end another one. */
export function useCreateMatch() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<(NewLobby & { other: CurrentMatch }) | null>(null);
  const create = useMutation({
    mutationFn: async ({ setUp, company, leave }: NewLobby & { leave: string | null }) => {
      const { match } = await leavingMatch(leave, () => createMatch(setUp));
      return { matchId: match.id, notInvited: await furnish(match.id, company) };
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
    error: create.error,
    /** The lobby that it would cost. */
    other: asked?.other ?? null,
    open: ask.mutate,
    confirm: () => {
      if (asked !== null) create.mutate({ ...asked, leave: asked.other.matchId });
    },
    cancel: () => setAsked(null),
  };
}

/**
 * Fills a new lobby in: the host's official handicap, which the lobby shows and can change, and the invitations. The lobby is
 * there whatever becomes of them: a handicap that was not saved is asked for in it. Gives back why golfers were not invited.
 */
async function furnish(matchId: string, company: readonly PersonRef[]): Promise<LobbyArrival['notInvited']> {
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
