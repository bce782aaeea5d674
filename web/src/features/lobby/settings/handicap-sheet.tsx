import type { MatchAnswer } from '@fairmark/contract';
import { useState } from 'react';
import { useAct, useForget } from '../../../shared/acting.js';
import { Button } from '../../../ui/button.js';
import { type OpenState, Sheet } from '../../../ui/overlays/dialogs.js';
import { CommandBanner } from '../parts/command-banner.js';
import { Stack } from '../../../ui/page-parts.js';
import styled from '@emotion/styled';
import { HandicapSelect } from '../../../golf/handicap-select.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { useQuery } from '@tanstack/react-query';
import { saveProfile, userQuery } from '../../../api/auth.js';
import { matchQuery, refreshMatch, saveSettings } from '../../../api/match.js';
import { queryClient } from '../../../api/call/query-client.js';
import { announce } from '../../../ui/live-region.js';

/** The host's round handicap. */
export function HandicapSheet({ answer, onSaved, ...sheet }: OpenState & { answer: MatchAnswer; onSaved: () => void }) {
  const state = useHandicap(answer);
  const { save, forget } = state;
  // Also an unsaved choice: the round is not played with it.
  useForget(sheet.open, save, forget);
  const saved = (): void => {
    sheet.onOpenChange(false);
    onSaved();
  };
  return (
    <Sheet
      {...sheet}
      title="Round handicap"
      footer={
        <Button
          size="large"
          wide
          busy={save.isPending}
          onClick={() => save.mutate({ ready: false }, { onSuccess: saved })}
        >
          Save
        </Button>
      }
    >
      <CommandBanner error={save.error} />
      <HandicapFields state={state} />
    </Sheet>
  );
}

const Check = styled.label`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-height: var(--target);
`;

/** My handicap for this round, whether to make it my official one, and the resulting daily handicap. */
export function HandicapFields({ state }: { state: HandicapState }) {
  const { handicap, daily, official, officialForShow, pick, setOfficial } = state;
  if (handicap === null) return <Skeleton height={160} />;
  return (
    <Stack>
      <HandicapSelect label="Handicap for this round" value={handicap} onChange={pick} />
      <Check>
        <input type="checkbox" checked={official} onChange={({ target }) => setOfficial(target.checked)} />
        <span>
          Update official handicap
          {officialForShow !== null && <small>Now {officialForShow}</small>}
        </span>
      </Check>
      <small>
        {daily === null
          ? 'Your daily handicap for this course and tee is worked out next.'
          : `Your daily handicap for this course and tee is ${daily}.`}
      </small>
    </Stack>
  );
}

/** My handicap for this round and how to save it. Until one is picked, it is the saved or the official one. */
export function useHandicap({ match, userMatchSettings }: MatchAnswer) {
  const { data: user } = useQuery(userQuery());
  const [picked, setPicked] = useState<number | null>(null);
  const [official, setOfficial] = useState(false);
  const saved = userMatchSettings?.handicap ?? null;
  const handicap = picked ?? saved ?? user?.handicap ?? null;
  const save = useAct({
    mutationFn: async ({ ready }: { ready: boolean }) => {
      if (handicap === null) throw new Error('No handicap is known yet');
      // Save the profile first: if that is refused, neither changes.
      if (official && handicap !== user?.handicap) await saveProfile({ handicap });
      return saveSettings(match.id, { handicap, ready });
    },
    onSuccess: ({ settings }) => {
      // At once; the match, read again, brings the rest.
      queryClient.setQueryData(matchQuery(match.id).queryKey, (known) =>
        known?.userMatchSettings ? { ...known, userMatchSettings: { ...known.userMatchSettings, ...settings } } : known,
      );
      void refreshMatch(match.id);
      setPicked(null);
      setOfficial(false);
      announce(`Saved. Your daily handicap is ${settings.dailyHandicapForShow ?? 'not known yet'}.`);
    },
  });
  const forget = (): void => {
    setPicked(null);
    setOfficial(false);
    save.reset();
  };
  return {
    handicap,
    /** The server's daily handicap for the shown one; null: not saved. */
    daily: handicap === saved ? (userMatchSettings?.dailyHandicapForShow ?? null) : null,
    officialForShow: user?.handicapForShow ?? null,
    official,
    setOfficial,
    pick: setPicked,
    forget,
    save,
  };
}

type HandicapState = ReturnType<typeof useHandicap>;
