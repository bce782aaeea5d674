import { MESSAGES, type MatchAnswer, type PersonRef } from '@fairmark/contract';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ChangeMarkers } from '../../shared/change-markers.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Modal } from '../../ui/overlays/dialogs.js';
import { lazyDialog, preload } from '../../ui/overlays/on-demand.js';
import { HandicapSheet } from './settings/handicap-sheet.js';
import { Columns } from './parts/lobby-page.js';
import { OpenLobby, type LobbyProps } from './open-lobby.js';
import { PlayersCard } from './players.js';
import { RoundFacts } from './settings/round-facts.js';
import { StartBar } from './host/start-bar.js';
import type { LobbyArrival } from './create-lobby.page.js';

export { loader } from './open-lobby.js';

// Loaded after the page: the search is much code, and the lobby can be read without it.
const loadInviteSheet = () => import('./host/invite-sheet.js');
const InviteSheet = lazyDialog(async () => (await loadInviteSheet()).InviteSheet);

/** /lobby: the host's lobby. */
export const Component = () => <OpenLobby isHost Lobby={HostLobby} />;

type OpenDialog = 'handicap' | 'invite' | 'guide' | null;
const GUIDE_DELAY_MS = 500;

function HostLobby({ answer }: LobbyProps) {
  const { match, lobby, userMatchSettings } = answer;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  useEffect(() => preload(loadInviteSheet), []);
  // A late answer closes only its own sheet.
  const toggle = (which: Exclude<OpenDialog, null>) => (open: boolean) =>
    setDialog((shown) => (open ? which : shown === which ? null : shown));
  const isSet = (userMatchSettings?.handicap ?? null) !== null;
  const group = [...lobby.users, ...lobby.invited];
  const free = match.maxGroupSize - group.length;
  const alone = group.length === 1;
  return (
    <>
      <NotInvited group={group} />
      <Columns>
        <RoundFacts answer={answer}>
          <Button kind={isSet ? 'quiet' : 'secondary'} onClick={() => setDialog('handicap')}>
            {isSet ? 'Change' : 'Set'}
            <span className="visually-hidden"> your round handicap</span>
          </Button>
        </RoundFacts>
        <PlayersCard answer={answer} isHost>
          <Button
            // The next step for a host who is alone in a match round.
            kind={alone && isSet && !match.isSocial ? 'primary' : 'secondary'}
            wide
            icon={<UserPlus size={20} />}
            reason={free > 0 ? '' : MESSAGES.groupFull(match.maxGroupSize)}
            onClick={() => setDialog('invite')}
          >
            Invite player
          </Button>
          <ChangeMarkers answer={answer} />
        </PlayersCard>
      </Columns>
      <StartBar answer={answer} />
      <HandicapSheet
        answer={answer}
        open={dialog === 'handicap'}
        onOpenChange={toggle('handicap')}
        onSaved={() => {
          if (free > 0) setTimeout(() => setDialog((open) => open ?? 'guide'), GUIDE_DELAY_MS);
        }}
      />
      <InviteSheet answer={answer} open={dialog === 'invite'} onOpenChange={toggle('invite')} />
      <Modal
        open={dialog === 'guide'}
        onOpenChange={toggle('guide')}
        title="Time to invite players"
        actions={
          <>
            <Button onClick={() => setDialog('invite')}>Invite player</Button>
            <Button kind="secondary" onClick={() => setDialog(null)}>
              Not now
            </Button>
          </>
        }
      >
        {guideWords(answer, free)}
      </Modal>
    </>
  );
}

/** Why some golfers were not invited with the new lobby. Those who have since been invited are left out for good. */
function NotInvited({ group }: { group: readonly PersonRef[] }) {
  const { notInvited = [] } = (useLocation().state ?? {}) as LobbyArrival;
  const [missed, setMissed] = useState(notInvited);
  const left = missed.filter(({ id }) => group.every((player) => player.id !== id));
  if (left.length < missed.length) setMissed(left);
  if (left.length === 0) return null;
  return (
    <Banner kind="danger" title="Not everyone was invited">
      {left.map(({ id, why }) => (
        <p key={id}>{why}</p>
      ))}
    </Banner>
  );
}

function guideWords({ match, lobby }: MatchAnswer, free: number): string {
  const room = `There is room for ${free} more. You can start`;
  if (match.isSocial) return `${room} without them.`;
  const why = lobby.users.length === 1 ? 'A match round needs a marker. ' : '';
  return `${why}${room} when everyone who is invited has accepted and is ready.`;
}
