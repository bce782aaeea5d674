import { Injectable, type OnModuleInit } from '@nestjs/common';
import { commandOf } from '../match/commands/command-identity.js';
import { UpToDate } from '../positions/up-to-date.js';
import { AccountDeletion } from '../users/account-deletion.js';
import { CompetitionFinder } from './competition.finder.js';
import { CompetitionStreams } from './competition-streams.js';

/** A deleted account's goodbye to its competitions: it plays no more, and those that it hosted get another host. */
@Injectable()
export class CompetitionGoodbye implements OnModuleInit {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly finder: CompetitionFinder,
    private readonly upToDate: UpToDate,
    private readonly deletion: AccountDeletion,
  ) {}

  onModuleInit(): void {
    this.deletion.add((userId) => this.leave(userId));
  }

  /**
   * Safe to repeat: what is done is nothing to do any more.
   *
   * @throws Error while the tables lie behind and could miss a competition, or the log did not answer for one; the others
   *   are left all the same, and the deletion is finished later
   */
  async leave(userId: string): Promise<void> {
    if (!(await this.upToDate.wait())) throw new Error('The tables do not hold every competition yet');
    const failed: unknown[] = [];
    let after: string | null = null;
    do {
      const { ids, next } = await this.finder.page(userId, after);
      for (const competitionId of ids) {
        await this.leaveOne(competitionId, userId).catch((error: unknown) => failed.push(error));
      }
      after = next;
    } while (after !== null);
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} competitions could not be left yet`);
  }

  private async leaveOne(competitionId: string, userId: string): Promise<void> {
    const state = (await this.streams.latest(competitionId))?.state;
    if (state === undefined) return;
    const accounts = await this.finder.accounts([...state.players.keys()]);
    const by = { ...commandOf(userId, 'DELETE /api/user/delete', {}), keyed: false };
    await this.streams.write(competitionId, by, { type: 'LeaveForGood', actorId: userId, accounts });
  }
}
