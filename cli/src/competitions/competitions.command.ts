import { randomUUID } from 'node:crypto';
import { CommandHandler, type DecideOn } from '@fairmark/event-store';
import { COMPETITION, systemCommand, type CompetitionEvent, type CompetitionState } from '@fairmark/events';
import { recordAct } from '@fairmark/server';
import { idIn } from '../audit/audited-round.js';
import { operatorOf } from '../audit/operator.js';
import { reasonOption, type CommandSpec } from '../shell/command.js';
import { Failed, Misused } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openAll } from '../shell/open.js';

export const competitionsCommand: CommandSpec = {
  name: 'competitions',
  summary: 'remove a competition',
  about: 'Commands for support. They are recorded with operator, time and reason (audit acts).',
  commands: [
    {
      name: 'remove',
      summary: 'remove a competition for all its golfers',
      about: `
Deletes a competition as its host can: golfers no longer find it. The rounds of its players stay in their histories. This cannot
be undone. What the host entered, such as its name, stays in the log.`,
      args: [['<competition>', 'its id, or the link of its page']],
      options: [reasonOption()],
      examples: [
        [
          'A competition that was made to annoy',
          `competitions remove 9b1de7a0-6c1f-4f0e-8a55-27c3d9b4e802 --reason 'Reported by three of its players'`,
        ],
      ],
      run: removeCompetition,
    },
  ],
};

async function removeCompetition(job: Job, { reason }: { reason: string }, given: string): Promise<void> {
  const competitionId = idIn(given);
  if (competitionId === null) throw new Misused(`'${given}' is not an id or a link of a competition.`);
  const { store, database } = await openAll(job);
  const competitions = new CommandHandler<CompetitionState, CompetitionEvent>(COMPETITION, {
    store,
    clock: () => new Date(),
    refuse: () => new Failed('Golfers kept changing the competition at the same time. Try again.'),
  });
  const state = (await competitions.latest(competitionId))?.state;
  if (state === undefined) throw new Failed(`There is no competition ${competitionId}.`);
  const changed = state.status !== 'DELETED';
  if (changed) {
    // Recorded first, so that no removal can go unrecorded.
    const recorded = { act: 'REMOVE_COMPETITION', subject: competitionId, userId: state.hostId, reason } as const;
    await recordAct(database, { operator: operatorOf(job.shell), ...recorded });
    // If golfers append to the stream at the same time, the command is decided again.
    await competitions.execute(competitionId, systemCommand(randomUUID()), deleted, () => undefined);
  }
  const words = changed ? `${state.name} was removed.` : `${state.name} was deleted earlier.`;
  job.result({ changed, competitionId }, words);
}

const deleted: DecideOn<CompetitionState, CompetitionEvent> = (state) => ({
  ok: true,
  events:
    state === null || state.status === 'DELETED' ? [] : [{ type: 'CompetitionDeleted', data: { reason: 'OPERATOR' } }],
});
