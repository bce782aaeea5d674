import type { CompetitionChangedAnswer, CompetitionCommandAnswer } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import type { Answered } from '../match/commands/match.commands.js';
import { PeopleDirectory } from '../match/presenting/people.js';
import { Refusal } from '../http/refusal.js';
import { CLOCK, EVENT_STORE, type Clock } from '../platform/tokens.js';
import {
  CreateCompetition,
  DeleteCompetition,
  LeaveCompetition,
  SetCompetitionPlayers,
} from './competition.commands.js';
import { CompetitionFinder } from './competition.finder.js';
import { peopleOf, presentCompetition } from './competition.presenter.js';
import { asItIs, CompetitionStreams, type CompetitionDone } from './competition-streams.js';

/** Commands of competitions: load what the decider needs to know, decide, append, answer. */

/** The id of the competition that a command creates. */
const createdId = (commandId: string): string => uuidV5('competition', commandId);

/** What commands answer. */
@Injectable()
export class CompetitionAnswers {
  constructor(
    private readonly people: PeopleDirectory,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async receipt({ position, revision }: CompetitionDone): Promise<Answered<CompetitionCommandAnswer>> {
    return { position: String(position), log: await this.store.logId(), revision: String(revision) };
  }

  async changed(done: CompetitionDone): Promise<Answered<CompetitionChangedAnswer>> {
    const people = await this.people.find(peopleOf(done.state));
    const competition = presentCompetition(done.state, people, this.clock().toISOString());
    return { ...(await this.receipt(done)), competition };
  }
}

@CommandHandler(CreateCompetition)
export class CreateCompetitionHandler implements ICommandHandler<CreateCompetition> {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly courses: CourseCatalogue,
    private readonly finder: CompetitionFinder,
    private readonly answers: CompetitionAnswers,
  ) {}

  async execute({ by, input }: CreateCompetition) {
    const competitionId = createdId(by.commandId);
    // Looked for first: by now one of the players or the course may be gone.
    const before = await this.streams.repeated(competitionId, by, asItIs);
    if (before !== null) return this.answers.changed(before);

    const { competitionName: name, competitionType, duration, days, players, allowance = 100 } = input;
    const course = await this.courses.byId(input.course);
    if (course === null) throw new Refusal('COURSE_NOT_FOUND');
    const { id: courseId, clubName, courseName, state, timeZone, golflinkCourseId } = course;
    const accounts = await this.finder.accounts(players);
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
    return this.answers.changed(done);
  }
}

@CommandHandler(SetCompetitionPlayers)
export class SetCompetitionPlayersHandler implements ICommandHandler<SetCompetitionPlayers> {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly finder: CompetitionFinder,
    private readonly answers: CompetitionAnswers,
  ) {}

  async execute({ by, input: { competitionId, players } }: SetCompetitionPlayers) {
    const accounts = await this.finder.accounts(players);
    const { actorId } = by;
    const done = await this.streams.write(competitionId, by, { type: 'SetPlayers', actorId, players, accounts });
    return this.answers.changed(done);
  }
}

@CommandHandler(LeaveCompetition)
export class LeaveCompetitionHandler implements ICommandHandler<LeaveCompetition> {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly answers: CompetitionAnswers,
  ) {}

  async execute({ by, input: { competitionId } }: LeaveCompetition) {
    return this.answers.receipt(
      await this.streams.write(competitionId, by, { type: 'LeaveCompetition', actorId: by.actorId }),
    );
  }
}

@CommandHandler(DeleteCompetition)
export class DeleteCompetitionHandler implements ICommandHandler<DeleteCompetition> {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly answers: CompetitionAnswers,
  ) {}

  async execute({ by, input: { competitionId } }: DeleteCompetition) {
    return this.answers.receipt(
      await this.streams.write(competitionId, by, { type: 'DeleteCompetition', actorId: by.actorId }),
    );
  }
}
