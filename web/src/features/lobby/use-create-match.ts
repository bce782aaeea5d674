import type { CurrentMatch, Format, PlayType, Tee } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createMatch, refreshMine } from '../../api/match.js';
import { enterMatch, leavingMatch } from '../../shared/leaving.js';
import { paths } from '../../shared/paths.js';
import { otherLobby } from './other-lobby.js';

/** A complete match set-up; a practice round names no match type. */
interface MatchSetUp {
  course: string;
  tee: Tee;
  playType: PlayType;
  matchType?: Format;
}

/** Opens the lobby and goes there; asks first when that would end another one. */
export function useCreateMatch() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ other: CurrentMatch; setUp: MatchSetUp } | null>(null);
  const create = useMutation({
    mutationFn: ({ setUp, leave }: { setUp: MatchSetUp; leave: string | null }) =>
      leavingMatch(leave, () => createMatch(setUp)),
    onSuccess: ({ match }) => {
      enterMatch(match.id);
      refreshMine();
      void navigate(paths.lobby(match.id));
    },
    onSettled: () => setAsked(null),
  });
  const ask = useMutation({
    mutationFn: (_setUp: MatchSetUp) => otherLobby(),
    onSuccess: (other, setUp) => (other === null ? create.mutate({ setUp, leave: null }) : setAsked({ other, setUp })),
  });
  return {
    busy: ask.isPending || create.isPending,
    error: create.error,
    /** The lobby that it would cost. */
    other: asked?.other ?? null,
    open: ask.mutate,
    confirm: () => {
      if (asked !== null) create.mutate({ setUp: asked.setUp, leave: asked.other.matchId });
    },
    cancel: () => setAsked(null),
  };
}
