import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RequestOrigin } from '../http/request-origin.js';
import { commandOf } from '../match/commands/command-identity.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { AccountDeletion, leaveEach } from '../users/account-deletion.js';
import { CompetitionFinder } from './competition.finder.js';
import { CompetitionStreams } from './competition-streams.js';

/** Removes a deleted account from its competitions; those it hosted get a new host. */
@Injectable()
export class LeaveCompetitionsOnAccountDeletion implements OnModuleInit {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly finder: CompetitionFinder,
    private readonly gate: ProjectionGate,
    private readonly deletion: AccountDeletion,
  ) {}

  onModuleInit(): void {
    this.deletion.add((userId, origin) =>
      leaveEach(
        this.gate,
        (after) => this.finder.page(userId, after),
        (competitionId) => this.leave(competitionId, userId, origin),
      ),
    );
  }

  private async leave(competitionId: string, userId: string, origin: RequestOrigin): Promise<void> {
    const state = (await this.streams.latest(competitionId))?.state;
    if (state === undefined) return;
    const accounts = await this.finder.accounts([...state.players.keys()]);
    const by = { ...commandOf({ userId, origin, route: 'DELETE /api/user/delete' }, {}), keyed: false };
    await this.streams.write(competitionId, by, { type: 'LeaveForGood', actorId: userId, accounts });
  }
}
