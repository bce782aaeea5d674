import type { MatchAnswer } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { assignMarker, refreshMatch } from '../../../api/match.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { CommandBanner } from '../parts/command-banner.js';
import { Stack } from '../../../ui/page-parts.js';

/** Assigns markers. Every choice is saved immediately. */
export function MarkersSheet({ answer: { match, lobby }, open, onOpenChange }: OpenState & { answer: MatchAnswer }) {
  const assign = useMutation({
    mutationFn: (choice: { userId: string; markerId: string }) =>
      assignMarker(match.id, choice.userId, choice.markerId),
    onSettled: () => refreshMatch(match.id),
  });
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Markers"
      description="Everybody's card is kept by another player of the group."
    >
      <Stack>
        <CommandBanner error={assign.error} />
        {lobby.users.map(({ id, fullName, marker }) => (
          <SelectField
            key={id}
            label={`Marker of ${fullName}`}
            value={assign.isPending && assign.variables.userId === id ? assign.variables.markerId : (marker?.id ?? '')}
            disabled={assign.isPending}
            options={[
              ...(marker === null ? [{ value: '', label: 'Choose a marker' }] : []),
              ...lobby.users
                .filter((other) => other.id !== id)
                .map((other) => ({ value: other.id, label: other.fullName })),
            ]}
            onChange={({ target }) => {
              if (target.value !== '') assign.mutate({ userId: id, markerId: target.value });
            }}
          />
        ))}
      </Stack>
    </Sheet>
  );
}
