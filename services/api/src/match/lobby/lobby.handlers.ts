import type { InviteStatus } from '@fairmark/contract';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '../../http/refusal.js';
import { createdMatchId, sentInviteId } from '../commands/command-identity.js';
import { InviteFinder } from './invite-finder.js';
import {
  AnswerInvite,
  AssignMarker,
  CreateMatch,
  InvitePlayer,
  LeaveLobby,
  RemovePlayer,
  SaveSettings,
  StartMatch,
} from '../commands/match.commands.js';
import { decideMatch, refused } from '@fairmark/events';
import { KeyedMutex } from '@fairmark/event-store';
import { presentMatch, presentReady } from '../presenting/match.presenter.js';
import { deciding, MatchStreams, receiptOnly, type Decide, type Done, type Receipt } from '../streams/match-streams.js';
import { NewMatch } from './new-match.js';
import { OtherMatches } from './other-matches.js';
import { PeopleDirectory } from '../presenting/people.js';
import { ScoringProfiles } from './scoring-profiles.js';

/** Commands of the lobby: load what the decider needs to know, decide, append, answer. */

@CommandHandler(CreateMatch)
export class CreateMatchHandler implements ICommandHandler<CreateMatch> {
  /** A golfer's creations take turns, so that each sees the lobby that the one before has opened. */
  private readonly mutex = new KeyedMutex(() => new Refusal('UNAVAILABLE'));

  constructor(
    private readonly streams: MatchStreams,
    private readonly others: OtherMatches,
    private readonly newMatch: NewMatch,
    private readonly people: PeopleDirectory,
  ) {}

  execute(command: CreateMatch) {
    return this.mutex.run(command.by.actorId, () => this.create(command));
  }

  private async create({ by, input }: CreateMatch) {
    const { actorId } = by;
    const matchId = createdMatchId(by.commandId);
    const people = await this.people.find([actorId]);
    const answer = ({ state }: Done) => ({ match: presentMatch(state, people, state.createdAt) });
    // Looked for first: by now the golfer may be playing this very match, which must not stand in its own way.
    const before = await this.streams.answeredBefore(matchId, by, answer);
    if (before !== null) return before;

    const command = await this.newMatch.command({ actorId, matchId }, input);
    const create: Decide = (state, now) => decideMatch(state, command, now);
    await this.streams.preview(matchId, create);
    await this.others.makeRoom(by, matchId, () => this.streams.reserve(matchId, by, create));
    return this.streams.write(matchId, by, create, answer);
  }
}

@CommandHandler(InvitePlayer)
export class InvitePlayerHandler implements ICommandHandler<InvitePlayer> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly profiles: ScoringProfiles,
  ) {}

  async execute({ by, input: { id: userId, matchId } }: InvitePlayer) {
    const { actorId } = by;
    const inviteId = sentInviteId(by.commandId, matchId);
    const [golfer] = await this.profiles.find([userId]);
    const invite = deciding({ type: 'InvitePlayer', actorId, inviteId, userId });
    // Who may not invite is not told who exists.
    const decide: Decide = (state, now) => {
      const decision = invite(state, now);
      return decision.ok && golfer === undefined ? refused('USER_NOT_FOUND') : decision;
    };
    const status: InviteStatus = 'PENDING';
    return this.streams.write(matchId, by, decide, () => ({
      invite: { id: inviteId, inviteId, userId, matchId, status },
    }));
  }
}

@CommandHandler(RemovePlayer)
export class RemovePlayerHandler implements ICommandHandler<RemovePlayer> {
  constructor(private readonly streams: MatchStreams) {}

  execute({ by, input: { matchId, userId } }: RemovePlayer): Promise<Receipt> {
    const { actorId } = by;
    const remove = deciding({ type: 'RemovePlayer', actorId, userId });
    return this.streams.write(matchId, by, remove, receiptOnly);
  }
}

@CommandHandler(AnswerInvite)
export class AnswerInviteHandler implements ICommandHandler<AnswerInvite> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly others: OtherMatches,
    private readonly profiles: ScoringProfiles,
    private readonly invites: InviteFinder,
  ) {}

  async execute({ by, input: { id: inviteId, status, ...input } }: AnswerInvite): Promise<Receipt> {
    const { actorId } = by;
    const matchId = input.matchId ?? (await this.invites.matchOf(inviteId));
    const { gender } = await this.profiles.self(actorId);
    const answer: Decide = (state, now) =>
      decideMatch(state, { type: 'AnswerInvite', actorId, inviteId, status, gender }, now);
    if (status === 'ACCEPTED') {
      const before = await this.streams.answeredBefore(matchId, by, receiptOnly);
      if (before !== null) return before;
      // What is refused anyway must not cost me my other lobby.
      const joins = (await this.streams.preview(matchId, answer)).length > 0;
      if (joins) await this.others.makeRoom(by, matchId);
    }
    return this.streams.write(matchId, by, answer, receiptOnly);
  }
}

@CommandHandler(SaveSettings)
export class SaveSettingsHandler implements ICommandHandler<SaveSettings> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly profiles: ScoringProfiles,
  ) {}

  /** The round's handicap only: the golfer's official one is changed by `POST /api/user/settings`. */
  async execute({ by, input: { matchId, settings } }: SaveSettings) {
    const { actorId } = by;
    const { handicap, ready = false } = settings;
    const { gender } = await this.profiles.self(actorId);
    const save = deciding({ type: 'SetSettings', actorId, gender, handicap, ready });
    return this.streams.write(matchId, by, save, ({ state }) => ({ settings: presentReady(state, actorId) }));
  }
}

@CommandHandler(AssignMarker)
export class AssignMarkerHandler implements ICommandHandler<AssignMarker> {
  constructor(private readonly streams: MatchStreams) {}

  execute({ by, input: { matchId, userId, markerId } }: AssignMarker): Promise<Receipt> {
    const { actorId } = by;
    const assign = deciding({ type: 'AssignMarker', actorId, userId, markerId });
    return this.streams.write(matchId, by, assign, receiptOnly);
  }
}

@CommandHandler(StartMatch)
export class StartMatchHandler implements ICommandHandler<StartMatch> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly profiles: ScoringProfiles,
  ) {}

  async execute({ by, input: { matchId, userSettings } }: StartMatch): Promise<Receipt> {
    const { actorId } = by;
    const { gender } = await this.profiles.self(actorId);
    const officialHandicaps = await this.officialHandicaps(matchId);
    const handicap = userSettings?.handicap ?? null;
    const start = deciding({ type: 'StartMatch', actorId, gender, handicap, officialHandicaps });
    return this.streams.write(matchId, by, start, receiptOnly);
  }

  /** A practice round starts without waiting: whoever has set no handicap plays off the official one. */
  private async officialHandicaps(matchId: string): Promise<Record<string, number>> {
    const state = (await this.streams.latest(matchId))?.state;
    if (state?.playType !== 'SOCIAL') return {};
    const unset = [...state.members.values()].filter(({ settings }) => settings === null).map(({ userId }) => userId);
    const profiles = await this.profiles.find(unset);
    return Object.fromEntries(profiles.map(({ id, handicap }) => [id, handicap]));
  }
}

@CommandHandler(LeaveLobby)
export class LeaveLobbyHandler implements ICommandHandler<LeaveLobby> {
  constructor(private readonly streams: MatchStreams) {}

  execute({ by, input: { matchId } }: LeaveLobby): Promise<Receipt> {
    const { actorId } = by;
    const leave = deciding({ type: 'LeaveLobby', actorId, reason: 'LEFT' });
    return this.streams.write(matchId, by, leave, receiptOnly);
  }
}

export const LOBBY_HANDLERS = [
  CreateMatchHandler,
  InvitePlayerHandler,
  RemovePlayerHandler,
  AnswerInviteHandler,
  SaveSettingsHandler,
  AssignMarkerHandler,
  StartMatchHandler,
  LeaveLobbyHandler,
];
