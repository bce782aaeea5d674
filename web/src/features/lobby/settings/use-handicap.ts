import type { MatchAnswer, ReadyAnswer } from '@fairmark/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { saveProfile, userQuery } from '../../../api/auth.js';
import { matchQuery, refreshMatch, saveSettings } from '../../../api/match.js';
import { queryClient } from '../../../api/call/query-client.js';
import { announce } from '../../../ui/live-region.js';

/** My handicap for this round and how to save it. Until one is picked, it is the saved or the official one. */
export function useHandicap({ match, userMatchSettings }: MatchAnswer) {
  const { data: user } = useQuery(userQuery());
  const [picked, setPicked] = useState<number | null>(null);
  const [official, setOfficial] = useState(false);
  const saved = userMatchSettings?.handicap ?? null;
  const handicap = picked ?? saved ?? user?.handicap ?? null;
  const save = useMutation({
    mutationFn: async ({ ready }: { ready: boolean }) => {
      if (handicap === null) throw new Error('No handicap is known yet');
      // Save the profile first: if that is refused, neither changes.
      if (official && handicap !== user?.handicap) await saveProfile({ handicap });
      return saveSettings(match.id, { handicap, ready });
    },
    onSuccess: ({ settings }) => {
      showSettings(match.id, settings);
      refreshMatch(match.id);
      setPicked(null);
      setOfficial(false);
      announce(`Saved. Your daily handicap is ${settings.dailyHandicapForShow ?? 'not known yet'}.`);
    },
  });
  const { reset } = save;
  const forget = useCallback((): void => {
    setPicked(null);
    setOfficial(false);
    reset();
  }, [reset]);
  return {
    handicap,
    /** The server's daily handicap for the shown one; null: not saved. */
    daily: handicap === saved ? (userMatchSettings?.dailyHandicapForShow ?? null) : null,
    officialForShow: user?.handicapForShow ?? null,
    official,
    setOfficial,
    pick: setPicked,
    /** Discards the picked handicap. */
    forget,
    save,
  };
}

export type HandicapState = ReturnType<typeof useHandicap>;

/** Shows the server's handicap immediately; the refetched match brings the rest. */
function showSettings(matchId: string, settings: ReadyAnswer['settings']): void {
  queryClient.setQueryData(matchQuery(matchId).queryKey, (known) =>
    known === undefined || known.userMatchSettings === null
      ? known
      : { ...known, userMatchSettings: { ...known.userMatchSettings, ...settings } },
  );
}
