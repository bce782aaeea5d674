import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson, COMPETITION, type CompetitionEvent, type CompetitionState } from '@fairmark/events';
import { CommandHandler, type DecideOn } from '@fairmark/event-store';
import { recordAct } from '@fairmark/server';
import type { Command } from 'commander';
import { reasonOption } from '../accounts/reason.js';
import { idIn } from '../audit/audited-round.js';
import { operatorOf } from '../audit/operator.js';
import { Failed, Misused } from '../shell/failure.js';
import { examples, prose, type Register } from '../shell/job.js';
import { withLog } from '../shell/with-log.js';

type Competitions = CommandHandler<CompetitionState, CompetitionEvent>;

/** `competitions remove`. */
export const competitionsCommand: Register = (parent, run) => {
  const competitions = parent
    .command('competitions')
    .summary('remove a competition')
    .description('What support does to competitions. It is recorded with who did it, when and why (audit acts).');
  competitions
    .command('remove')
    .summary('take a competition away from everybody')
    .description(
      prose(`
Deletes a competition as its host can: nobody finds it any more. The rounds of its players stay in their histories. It cannot be
undone. What the host created it with stays in the log, its name among it.`),
    )
    .argument('<competition>', 'its id, or the link of its page')
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples([
        'One that was made to annoy',
        `competitions remove 9b1de7a0-6c1f-4f0e-8a55-27c3d9b4e802 --reason 'Reported by three of its players'`,
      ]),
    )
    .action((given: string, { reason }: { reason: string }, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ store, client }) => {
          const competitionId = idIn(given);
          if (competitionId === null) throw new Misused(`'${given}' is no id and no link of a competition.`);
          const competitions: Competitions = new CommandHandler(COMPETITION, {
            store,
            clock: () => new Date(),
            refuse: () => new Failed('Its golfers kept changing it meanwhile. Try again.'),
          });
          const state = (await competitions.latest(competitionId))?.state;
          if (state === undefined) throw new Failed(`There is no competition ${competitionId}.`);
          const changed = state.status !== 'DELETED';
          if (changed) {
            // Before it is done: nothing happens unrecorded.
            const userId = state.hostId;
            const recorded = { act: 'REMOVE_COMPETITION', subject: competitionId, userId, reason } as const;
            await recordAct(client, { operator: operatorOf(shell), ...recorded });
            await remove(competitions, competitionId);
          }
          output.result(
            { ok: true, changed, competitionId },
            changed ? `${state.name} is removed.` : `${state.name} was deleted before.`,
          );
        }),
      ),
    );
};

/** Golfers may write meanwhile; then it is decided again. */
async function remove(competitions: Competitions, competitionId: string): Promise<void> {
  const commandId = randomUUID();
  const command = {
    commandId,
    fingerprint: createHash('sha256').update(canonicalJson({})).digest('hex'),
    actorId: 'system',
    deviceId: null,
    correlationId: commandId,
    occurredAt: null,
  };
  const decide: DecideOn<CompetitionState, CompetitionEvent> = (state) => ({
    ok: true,
    events:
      state === null || state.status === 'DELETED'
        ? []
        : [{ type: 'CompetitionDeleted', data: { reason: 'OPERATOR' } }],
  });
  await competitions.execute(competitionId, command, decide, () => undefined);
}
