import type { Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import {
  CreateCompetition,
  DeleteCompetition,
  LeaveCompetition,
  SetCompetitionPlayers,
} from './competition.commands.js';
import { createdCompetitionId } from '../commands/command-identity.js';
import { Golfers } from '../golfers/golfers.js';
import { CompetitionReader } from './competition.reader.js';
import { copyOf, CompetitionStreams } from './competition-streams.js';

/** Command handlers of competitions: load what the decider needs, decide, append, answer. */

@CommandHandler(CreateCompetition)
class CreateCompetitionHandler implements ICommandHandler<CreateCompetition> {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly courses: CourseCatalogue,
    private readonly golfers: Golfers,
    private readonly reader: CompetitionReader,
  ) {}

  async execute(sent: CreateCompetition) {
    const { by } = sent;
    const competitionId = createdCompetitionId(by.commandId);
    // Answer a retry before validating, because a player or the course may be gone by now.
    const before = await this.streams.repeated(competitionId, by, copyOf);
    if (before !== null) return this.reader.changed(before);

    const { competitionName: name, competitionType, duration, days, players, allowance = 100 } = sent;
    const course = await this.courses.byId(sent.course);
    const { id: courseId, clubName, courseName, state, timeZone, golflinkCourseId } = course;
    const accounts = await this.golfers.playing(players);
    const done = await this.streams.write(competitionId, by, {
      type: 'CreateCompetition',
      competitionId,
      actorId: by.actorId,
      name,
      competitionType,
      course: { courseId, name: course.name, clubName, courseName, state, timeZone, golflinkCourseId },
      duration,
      days,
      allowance,
      players,
      accounts,
    });
    return this.reader.changed(done);
  }
}

@CommandHandler(SetCompetitionPlayers)
class SetCompetitionPlayersHandler implements ICommandHandler<SetCompetitionPlayers> {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly golfers: Golfers,
    private readonly reader: CompetitionReader,
  ) {}

  async execute({ by, competitionId, players }: SetCompetitionPlayers) {
    const accounts = await this.golfers.playing(players);
    const { actorId } = by;
    const done = await this.streams.write(competitionId, by, { type: 'SetPlayers', actorId, players, accounts });
    return this.reader.changed(done);
  }
}

/** Makes a handler for a command that needs nothing but the competition. */
function handlerOf<Command extends LeaveCompetition | DeleteCompetition>(
  command: Type<Command>,
  type: 'LeaveCompetition' | 'DeleteCompetition',
): Type<unknown> {
  @CommandHandler(command)
  class Handler {
    constructor(private readonly streams: CompetitionStreams) {}

    async execute({ by, competitionId }: Command) {
      return this.streams.receipt(await this.streams.write(competitionId, by, { type, actorId: by.actorId }));
    }
  }
  return Handler;
}

export const COMPETITION_HANDLERS = [
  CreateCompetitionHandler,
  SetCompetitionPlayersHandler,
  handlerOf(LeaveCompetition, 'LeaveCompetition'),
  handlerOf(DeleteCompetition, 'DeleteCompetition'),
];
