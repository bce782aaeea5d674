import type { Lobby, LobbyUser, Match, MatchAnswer } from '@fairmark/contract';
import { type ReactNode, useState } from 'react';
import { CircleCheck, Flag, Mail, SlidersHorizontal, Trash2, QrCode as QrSign } from 'lucide-react';
import { unless } from '../../api/call/errors.js';
import { removePlayer } from '../../api/match.js';
import { ConfirmAction } from '../../shared/confirm-action.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { Avatar } from '../../ui/pictures.js';
import { CardStack, HeadRow, Stack } from '../../ui/page-parts.js';
import { Chip } from '../../ui/chip.js';
import { CopyButton } from '../../shared/copy-button.js';
import { paths } from '../../shared/routing/paths.js';
import { Button, IconButton } from '../../ui/button.js';
import { TextField } from '../../ui/fields/text-field.js';
import { Modal } from '../../ui/overlays/dialogs.js';
import { Scan } from '../../shared/scan.js';

interface PlayersCardProps {
  answer: MatchAnswer;
  /** Whether players can be removed, and invited golfers join by a code. */
  isHost?: boolean;
  children?: ReactNode;
}

/** The group, players with their progress and then invited golfers, with actions below. */
export function PlayersCard({ answer: { match, lobby }, isHost = false, children }: PlayersCardProps) {
  return (
    <CardStack aria-labelledby="players">
      <HeadRow>
        <h2 id="players">Players</h2>
        <small>
          {lobby.users.length + lobby.invited.length} of {match.maxGroupSize}
        </small>
      </HeadRow>
      <RowList>
        {[...lobby.users, ...lobby.invited].map((player) => (
          <ListRow
            key={isInvited(player) ? player.inviteId : player.id}
            lead={<Avatar name={player.fullName} src={player.avatar} />}
            name={player.fullName}
            mark={progressOf(player)}
            note={noteOf(player, match.isSocial)}
            {...(isHost && player.id !== match.host.id && { actions: <RemovePlayer {...{ match, player }} /> })}
            {...(isHost && isInvited(player) && { below: <ScanToJoin matchId={match.id} invited={player} /> })}
          />
        ))}
      </RowList>
      {children}
    </CardStack>
  );
}

type Invited = Lobby['invited'][number];
/** A player, or an invited golfer. */
type Listed = LobbyUser | Invited;

const isInvited = (player: Listed): player is Invited => 'inviteId' in player;

function progressOf(player: Listed): ReactNode {
  if (isInvited(player)) return <Chip icon={<Mail />}>Invited</Chip>;
  if (player.isHost) return <Chip icon={<Flag />}>Host</Chip>;
  if (!player.ready) return <Chip icon={<SlidersHorizontal />}>Setting up</Chip>;
  return (
    <Chip kind="primary" icon={<CircleCheck />}>
      Ready
    </Chip>
  );
}

function noteOf(player: Listed, isSocial: boolean): string {
  const { dailyHandicapForShow: daily = null, marker = null } = isInvited(player) ? {} : player;
  const handicap = daily === null ? `GA ${player.handicapForShow}` : `Daily ${daily}`;
  return isSocial || marker === null ? handicap : `${handicap} · Marker: ${marker.fullName}`;
}

/** Removes a player, or withdraws the invitation of one who has not answered, after a confirmation. */
function RemovePlayer({ match, player }: { match: Match; player: Listed }) {
  const { id, fullName } = player;
  const invited = isInvited(player);
  const label = `${invited ? 'Withdraw invitation of' : 'Remove'} ${fullName}`;
  return (
    <ConfirmAction
      button={<IconButton label={label} icon={<Trash2 size={20} />} />}
      title={invited ? 'Withdraw invitation' : 'Remove player'}
      confirmLabel={invited ? 'Withdraw invitation' : label}
      danger={!invited}
      act={() => removePlayer(match.id, id).catch(unless('INVITE_NOT_FOUND'))}
    >
      {invited
        ? `${fullName} has not answered yet. You can invite the same player again.`
        : 'Are you sure? Are they really that bad?'}
    </ConfirmAction>
  );
}

/** The invitation as a QR code for a phone nearby, and as a link for one elsewhere. */
function ScanToJoin({ matchId, invited }: { matchId: string; invited: Invited }) {
  const { fullName, inviteId } = invited;
  const [open, setOpen] = useState(false);
  const url = new URL(paths.joinLobby(inviteId, matchId), window.location.origin).href;
  // Dismissing the share sheet also rejects, and is no failure.
  const share = () => navigator.share({ title: 'Join my round', url }).catch(() => undefined);
  return (
    <>
      <Button kind="secondary" icon={<QrSign size={20} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Scan to join
        <span className="visually-hidden">: {fullName}</span>
      </Button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        title="Scan to join"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Done</Button>
            {/* The browser may allow neither. */}
            {typeof navigator.share === 'function' ? (
              <Button kind="secondary" onClick={() => void share()}>
                Share link
              </Button>
            ) : (
              <CopyButton url={url} kind="secondary">
                Copy link
              </CopyButton>
            )}
          </>
        }
      >
        <Stack as="div">
          <p>
            Only <strong>{fullName}</strong> can join with it.
          </p>
          <Scan size={260} text={url} label={`Code that leads to the invitation of ${fullName}`} />
          <TextField label="Or send the link" value={url} readOnly />
        </Stack>
      </Modal>
    </>
  );
}
