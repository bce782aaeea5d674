import { MESSAGES, type MatchAnswer, type PublicUser } from '@fairmark/contract';
import { invitePlayer } from '../../../api/match.js';
import { GolferSearch } from '../../../shared/golfers/golfer-search.js';
import { useAct, useForget } from '../../../shared/acting.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { CommandBanner } from '../parts/command-banner.js';

/** Searches for golfers; a press on a name sends the invitation and leads back to the lobby, which shows it. */
export function InviteSheet({ answer, open, onOpenChange }: OpenState & { answer: MatchAnswer }) {
  const { match, lobby } = answer;
  const invite = useAct({
    mutationFn: (golfer: PublicUser) => invitePlayer(match.id, golfer.id),
    onSuccess: () => onOpenChange(false),
  });
  useForget(open, invite);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Invite a player" size="tall" startsInField>
      <CommandBanner error={invite.error} />
      <GolferSearch
        listed={[match.host, ...lobby.users, ...lobby.invited]}
        notFound={match.isSocial ? undefined : MESSAGES.noMarkerFound}
        onSelect={(golfer) => invite.mutate(golfer)}
        busy={invite.isPending}
      />
    </Sheet>
  );
}
