import { answerInvite, refreshMatch, refreshMine } from '../../api/match.js';
import { enterMatch, leavingMatch } from '../../shared/leaving.js';

/** Which invitation, and the lobby that it costs. */
interface Acceptance {
  inviteId: string;
  matchId: string;
  leave: string | null;
}

/** Joins the lobby of an invitation. Codes: INVITE_NOT_FOUND, MATCH_STARTED, ALREADY_IN_MATCH, HANDICAP_UNKNOWN. */
export async function acceptInvite({ inviteId, matchId, leave }: Acceptance): Promise<void> {
  await leavingMatch(leave, () => answerInvite(inviteId, 'ACCEPTED', matchId));
  enterMatch(matchId);
  refreshMine();
  refreshMatch(matchId);
}
