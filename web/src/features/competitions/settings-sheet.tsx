import type { Competition, PublicUser } from '@fairmark/contract';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { changePlayers, deleteCompetition, forgetCompetition } from '../../api/competitions.js';
import { ApiError, messageOf, unless } from '../../api/call/errors.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { paths } from '../../shared/routing/paths.js';
import { useAct } from '../../shared/acting.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sheet, type OpenState } from '../../ui/overlays/dialogs.js';
import { announce } from '../../ui/live-region.js';
import { Stack } from '../../ui/page-parts.js';
import { PlayerList, PlayerSearch, RemoveButton } from './player-list.js';

/** The host's settings: the players, and deleting the competition. */
export function SettingsSheet({ competition, ...sheet }: OpenState & { competition: Competition }) {
  const { id, name, isFinished } = competition;
  const navigate = useNavigate();
  return (
    <Sheet {...sheet} title="Settings" description="Only you can manage the settings" size="tall">
      <Stack aria-label={`Settings of ${name}`}>
        {isFinished ? (
          <Banner kind="info" title="This competition has finished">
            Its players stay as they are.
          </Banner>
        ) : (
          <Players {...competition} />
        )}
        <h3>Delete</h3>
        <small>The standings will be deleted for everyone. All rounds stay in their players&apos; histories.</small>
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
      </Stack>
    </Sheet>
  );
}

function Players({ id, players }: Competition) {
  const add = useAct({
    mutationFn: (golfer: PublicUser) => changePlayers(id, (now) => [...without(now, golfer), golfer]),
    onSuccess: (_answer, { fullName }) => announce(`${fullName} has been added`),
  });
  const renderRemove = (player: PublicUser) => (
    <ConfirmAction
      button={<RemoveButton player={player} disabled={add.isPending} />}
      title="Remove player"
      confirmLabel={`Remove ${player.fullName}`}
      act={() => changePlayers(id, (now) => without(now, player))}
      onDone={() => announce(`${player.fullName} has been removed`)}
      renderRefusal={(error) => <Refusal error={error} />}
    >
      Are you sure? Are they really that bad?
    </ConfirmAction>
  );
  return (
    <>
      <h3>Players</h3>
      {add.error !== null && !players.some(({ id: known }) => known === add.variables.id) && (
        <Refusal error={add.error} />
      )}
      <PlayerSearch listed={players} onSelect={add.mutate} busy={add.isPending} />
      {/* A competition has at least one player. */}
      <PlayerList players={players} renderRemove={players.length === 1 ? undefined : renderRemove} />
    </>
  );
}

const without = (players: readonly PublicUser[], { id }: PublicUser) => players.filter((player) => player.id !== id);

/** A refusal may say what is wrong with the players. */
function Refusal({ error }: { error: Error }) {
  const why = error instanceof ApiError && error.details['players'];
  return (
    <Banner kind="danger" title="You got error.">
      {typeof why === 'string' ? why : messageOf(error)}
    </Banner>
  );
}
