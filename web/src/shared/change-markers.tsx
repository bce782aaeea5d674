import { DELETED_PLAYER, type MatchAnswer } from '@fairmark/contract';
import { useState } from 'react';
import { messageOf } from '../api/call/errors.js';
import { assignMarker } from '../api/match.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { SelectField } from '../ui/fields/select-field.js';
import { Sheet } from '../ui/overlays/dialogs.js';
import { useAct, useForget } from './acting.js';

/** The host's choice of markers, saved immediately, in lobby and round; nothing where I have none to make. */
export function ChangeMarkers({ answer: { match, lobby, rounds, userMatchSettings } }: { answer: MatchAnswer }) {
  const [open, setOpen] = useState(false);
  const assign = useAct({
    mutationFn: (choice: { userId: string; markerId: string }) => assignMarker(match.id, choice),
  });
  useForget(open, assign);
  const cardOf = (userId: string) => rounds.find(({ player }) => player.id === userId);
  const players = lobby.users.filter(({ id }) => cardOf(id)?.withdrawn !== true);
  const unsigned = players.filter(({ id }) => (cardOf(id)?.signatures ?? []).length === 0);
  const isHost = match.host.id === userMatchSettings?.userId;
  // Two players always mark each other.
  if (!isHost || match.isSocial || players.length < 3 || unsigned.length === 0) {
    // So that it does not open by itself once there is a choice again.
    if (open) setOpen(false);
    return null;
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Change markers
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Markers"
        description="Everyone's card is kept by another player of the group."
      >
        {assign.error !== null && <Banner kind="danger" title={messageOf(assign.error)} />}
        {unsigned.map(({ id, fullName, marker }) => (
          <SelectField
            key={id}
            label={`Marker of ${fullName}`}
            value={assign.isPending && assign.variables.userId === id ? assign.variables.markerId : (marker?.id ?? '')}
            disabled={assign.isPending}
            options={[
              ...(marker === null ? [{ value: '', label: 'Choose a marker' }] : []),
              ...players
                .filter((other) => other.id !== id && other.fullName !== DELETED_PLAYER)
                .map((other) => ({ value: other.id, label: other.fullName })),
            ]}
            onChange={({ target }) => {
              if (target.value !== '') assign.mutate({ userId: id, markerId: target.value });
            }}
          />
        ))}
      </Sheet>
    </>
  );
}
