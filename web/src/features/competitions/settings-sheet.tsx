import { LIMITS, MESSAGES, type Competition, type PublicUser } from '@fairmark/contract';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  deleteCompetition,
  forgetCompetition,
  refreshCompetition,
  setCompetitionPlayers,
} from '../../api/competitions.js';
import { ApiError, reasonOf, unless } from '../../api/call/errors.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { paths } from '../../shared/routing/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm, Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { Note, Stack } from '../../ui/page-parts.js';
import { PlayerList, PlayerSearch } from './player-list.js';

/** The host's settings: the players, and deleting the competition. */
export function SettingsSheet({ competition, open, onOpenChange }: OpenState & { competition: Competition }) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Settings"
      description="Only you can manage the settings"
      size="tall"
    >
      <Stack aria-label={`Settings of ${competition.name}`}>
        {competition.isFinished ? (
          <Banner kind="info" title="This competition has finished">
            Its players stay as they are.
          </Banner>
        ) : (
          <Players competition={competition} />
        )}
        <DeleteCompetition competition={competition} />
      </Stack>
    </Sheet>
  );
}

function Players({ competition }: { competition: Competition }) {
  const { id, players } = competition;
  const [removing, setRemoving] = useState<PublicUser | null>(null);
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: ({ add, remove }: { add?: PublicUser; remove?: PublicUser }) => {
      const remaining = players.filter((player) => player.id !== remove?.id && player.id !== add?.id);
      return setCompetitionPlayers(
        id,
        [...remaining, ...(add === undefined ? [] : [add])].map((player) => player.id),
      );
    },
    onSuccess: (_answer, { add, remove }) => {
      if (add !== undefined) announce(`${add.fullName} has been added`);
      if (remove !== undefined) announce(`${remove.fullName} has been removed`);
      setAsking(false);
    },
    // The next change must start from the new list, even if the table cannot be read now.
    onSettled: (answer) => refreshCompetition(id, answer?.competition),
  });
  // A refusal may say what is wrong with the players.
  const why = change.error instanceof ApiError && change.error.details['players'];
  const failed =
    change.error === null ? null : (
      <Banner kind="danger" title="You got error.">
        {typeof why === 'string' ? why : (reasonOf(change.error) ?? undefined)}
      </Banner>
    );
  const ask = (player: PublicUser): void => {
    if (change.isPending) return;
    change.reset();
    setRemoving(player);
    setAsking(true);
  };
  return (
    <>
      <h3>Players</h3>
      {!asking && failed}
      {players.length >= LIMITS.competitionPlayersMax ? (
        <Banner kind="info" title={MESSAGES.competitionPlayersMany} />
      ) : (
        <PlayerSearch players={players} onAdd={(add) => change.mutate({ add })} busy={change.isPending} />
      )}
      <PlayerList
        players={players}
        // A competition has at least one player.
        onRemove={players.length === 1 ? undefined : ask}
      />
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          change.reset();
        }}
        title="Remove player"
        confirmLabel={`Remove ${removing?.fullName ?? ''}`}
        onConfirm={() => removing !== null && change.mutate({ remove: removing })}
        busy={change.isPending}
        error={failed}
        danger
      >
        Are you sure? Are they really that bad?
      </Confirm>
    </>
  );
}

function DeleteCompetition({ competition }: { competition: Competition }) {
  const { id, name } = competition;
  const navigate = useNavigate();
  return (
    <>
      <h3>Delete</h3>
      <Note>The standings will be deleted for everyone. All rounds stay in their players&apos; histories.</Note>
      <ConfirmAction
        button={
          <Button kind="secondary" icon={<Trash2 size={20} />}>
            Delete competition
          </Button>
        }
        title="Delete competition"
        act={() => deleteCompetition(id).catch(unless('COMPETITION_NOT_FOUND'))}
        onDone={async () => {
          await navigate(paths.competitions(), { replace: true });
          announce(`${name} has been deleted`);
          forgetCompetition(id);
        }}
      >
        Are you sure you want to delete {name}? It can&apos;t be undone.
      </ConfirmAction>
    </>
  );
}
