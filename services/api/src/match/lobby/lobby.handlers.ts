import { MESSAGES, PRACTICE_FORMAT } from '@fairmark/contract';
import type { MatchCommand, MatchState } from '@fairmark/events';
import { KeyedMutex } from '@fairmark/event-store';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { courseCard } from '@fairmark/server/courses/course-card';
import { Inject } from '@nestjs/common';
import { CourseCatalogue } from '../../courses/course.catalogue.js';
import { invalidInput, Refusal } from '../../http/refusal.js';
import { CONFIG, type Config } from '../../platform/tokens.js';
import { Golfers } from '../../golfers/golfers.js';
import { createdMatchId, sentInviteId } from '../../commands/command-identity.js';
import {
  AnswerInvite,
  AssignMarker,
  CreateMatch,
  InvitePlayer,
  LeaveLobby,
  RemovePlayer,
  SetSettings,
  StartMatch,
} from '../commands/match.commands.js';
import { presentMatch, presentReady } from '../presenting/match.presenter.js';
import { PeopleDirectory } from '../../golfers/people.js';
import { deciding, handlerOf, MatchStreams, type Done, type Receipt } from '../streams/match-streams.js';
import { GolferMatches } from './golfer-matches.js';

/** Command handlers of the lobby: load what the decider needs, decide, append, answer. */

@CommandHandler(CreateMatch)
class CreateMatchHandler implements ICommandHandler<CreateMatch> {
  /** Serialises a golfer's creations, so that each sees the lobby opened by the previous one. */
  private readonly mutex = new KeyedMutex(() => new Refusal('UNAVAILABLE'));

  @Inject(CourseCatalogue) private readonly courses!: CourseCatalogue;
  @Inject(CONFIG) private readonly config!: Config;

  constructor(
    private readonly streams: MatchStreams,
    private readonly golferMatches: GolferMatches,
    private readonly golfers: Golfers,
    private readonly people: PeopleDirectory,
  ) {}

  execute(sent: CreateMatch) {
    return this.mutex.run(sent.by.actorId, () => this.create(sent));
  }

  private async create(sent: CreateMatch) {
    const { by } = sent;
    const { actorId } = by;
    const matchId = createdMatchId(by.commandId);
    const people = await this.people.find([actorId]);
    const answer = ({ state }: Done) => ({ match: presentMatch(state, people, state.createdAt) });
    // Answer a retry first: the golfer may be playing this very match by now, which must not prevent it.
    const before = await this.streams.earlierAnswer({ matchId, by }, answer);
    if (before !== null) return before;

    const create = deciding(await this.command(sent, matchId));
    await this.golferMatches.leaveOtherLobbies({ matchId, by }, create);
    return this.streams.write({ matchId, by }, create, answer);
  }

  /** What a new match records for good: the host's gender and the course's card. */
  private async command(sent: CreateMatch, matchId: string): Promise<MatchCommand> {
    const { by, course: courseId, tee, playType, matchType } = sent;
    const { actorId } = by;
    const format = matchType ?? (playType === 'SOCIAL' ? PRACTICE_FORMAT : null);
    if (format === null) throw invalidInput({ matchType: MESSAGES.required });
    const { gender } = await this.golfers.profile(actorId);
    const row = await this.courses.byId(courseId);
    if (!row.tees.some((offered) => offered.tee === tee)) throw invalidInput({ tee: MESSAGES.teeNotOffered });
    const course = courseCard(row, tee);
    const { maxGroupSize } = this.config;
    return { type: 'CreateMatch', matchId, actorId, gender, playType, matchType: format, tee, course, maxGroupSize };
  }
}

@CommandHandler(AnswerInvite)
class AnswerInviteHandler implements ICommandHandler<AnswerInvite> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly golferMatches: GolferMatches,
    private readonly golfers: Golfers,
  ) {}

  async execute(sent: AnswerInvite): Promise<Receipt> {
    const { by, id: inviteId, status } = sent;
    const { actorId } = by;
    const matchId = sent.matchId ?? (await this.golferMatches.matchOfInvite(inviteId));
    const { gender } = await this.golfers.profile(actorId);
    const answer = deciding({ type: 'AnswerInvite', actorId, inviteId, status, gender });
    if (status === 'ACCEPTED') {
      const before = await this.streams.earlierAnswer({ matchId, by });
      if (before !== null) return before;
      // An answer that will be refused must not cost the golfer another lobby.
      await this.golferMatches.leaveOtherLobbies({ matchId, by }, answer);
    }
    return this.streams.write({ matchId, by }, answer);
  }
}

/** A practice round starts without waiting: players who have not set a handicap use their official one. */
async function officialHandicaps(state: MatchState | undefined, golfers: Golfers): Promise<Record<string, number>> {
  if (state?.playType !== 'SOCIAL') return {};
  const unset = [...state.members.values()].filter(({ settings }) => settings === null).map(({ userId }) => userId);
  const profiles = await golfers.profiles(unset);
  return Object.fromEntries(profiles.map(({ id, handicap }) => [id, handicap]));
}

export const LOBBY_HANDLERS = [
  CreateMatchHandler,
  handlerOf(
    InvitePlayer,
    ({ by, matchId, id: userId }) => {
      return { type: 'InvitePlayer', actorId: by.actorId, inviteId: sentInviteId(by.commandId, matchId), userId };
    },
    (_, { by, matchId, id: userId }) => {
      const id = sentInviteId(by.commandId, matchId);
      return { invite: { id, inviteId: id, userId, matchId, status: 'PENDING' } };
    },
  ),
  AnswerInviteHandler,
  // Sets the round's handicap only; `POST /api/user/settings` changes the golfer's official one.
  handlerOf(
    SetSettings,
    async ({ by: { actorId }, settings: { handicap, ready = false } }, { golfers }) => {
      const { gender } = await golfers.profile(actorId);
      return { type: 'SetSettings', actorId, gender, handicap, ready };
    },
    ({ state }, { by }) => ({ settings: presentReady(state, by.actorId) }),
  ),
  handlerOf(StartMatch, async ({ by: { actorId }, matchId, userSettings, ...about }, { streams, golfers }) => {
    const { gender } = await golfers.profile(actorId);
    const handicaps = await officialHandicaps((await streams.latest(matchId))?.state, golfers);
    const handicap = userSettings?.handicap ?? null;
    return { ...about, type: 'StartMatch', actorId, gender, handicap, officialHandicaps: handicaps };
  }),
  handlerOf(RemovePlayer, ({ by, userId }) => ({ type: 'RemovePlayer', actorId: by.actorId, userId })),
  handlerOf(AssignMarker, ({ by, userId, markerId }) => {
    return { type: 'AssignMarker', actorId: by.actorId, userId, markerId };
  }),
  handlerOf(LeaveLobby, ({ by }) => ({ type: 'LeaveLobby', actorId: by.actorId, reason: 'LEFT' })),
];
