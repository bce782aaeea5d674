import type { Written } from '@fairmark/contract';
import { isMatchEvent, matchStream, upcast, type MatchEvent, type RecordedEvent } from '@fairmark/events';
import { retry, StoreUnavailable } from '@fairmark/event-store';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CompetitionStreams } from '../competitions/competition-streams.js';
import { MatchStreams } from '../match/streams/match-streams.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { hints, departed, NEEDS_MATCH, type Hint } from './hints.js';
import { LogFeed } from '../platform/log-feed.js';
import { SocketGateway } from './socket.gateway.js';
import { userRoom, leaveMatch, socketsIn, type GolferServer } from './sockets.js';

const MATCH_STREAM = matchStream('');
/** How long a match is asked for before its hint is given up. */
const READ = { withinMs: 500, again: (error: unknown) => error instanceof StoreUnavailable };

/**
 * Pushes what happens to the sockets of this process. Every process does so for its own: the log is what connects them.
 * A hint that cannot be made is lost, and found out by the client, which compares revisions. The matches that this process keeps
 * learn what happens here too, so that no event is read once more for a command.
 */
@Injectable()
export class HintPusher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Where in the log each course's leaderboard changed last, as far as this process followed it; at most one for each course. */
  private readonly changed = new Map<string, Written>();
  /** Up to here a change of any course may not have been noticed. */
  private unknown: Written | null = null;

  constructor(
    private readonly feed: LogFeed,
    private readonly gateway: SocketGateway,
    private readonly streams: MatchStreams,
    private readonly competitions: CompetitionStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.feed.start(
      (event, log) => this.push(event, log),
      () => {
        this.streams.forgetAll();
        this.competitions.forgetAll();
        // Clients reconnect and read everything again.
        this.gateway.server.disconnectSockets(true);
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }

  /**
   * Where a course's leaderboard changed last, or may have, so that those who watch it need not read it again because something
   * happened elsewhere. Null: not known yet.
   */
  leaderboardChange(courseId: string): Written | null {
    const { place } = this.feed;
    if (place === null) return null;
    if (this.unknown?.log !== place.log) this.missed(place);
    return this.changed.get(courseId) ?? this.unknown;
  }

  /** An event whose courses were not looked at. */
  private missed(at: Written): void {
    this.unknown = at;
    this.changed.clear();
  }

  private async push(recorded: RecordedEvent, log: string): Promise<void> {
    const { server } = this.gateway;
    const at = { position: String(recorded.position), log };
    const { size } = server.sockets.sockets;
    if (size === 0) this.missed(at);
    try {
      const event = upcast(recorded);
      if (!isMatchEvent(event)) return;
      const matchId = event.stream.slice(MATCH_STREAM.length);
      this.streams.learn(matchId, event);
      if (size === 0) return;
      this.removeFromRoom(event, matchId);
      const { revision, position } = event;
      const match = NEEDS_MATCH.has(event.type) ? await retry(() => this.streams.since(matchId, revision), READ) : null;
      for (const hint of hints(event, { matchId, revision, position, log }, match?.state ?? null)) {
        if (hint.event === 'leaderboard_changed') this.changed.set(hint.payload.courseId, at);
        send(server, hint);
      }
    } catch (err) {
      this.missed(at);
      this.logger.error({ err, type: recorded.type, position: String(recorded.position) }, 'no hint of this event');
    }
  }

  /** Sockets of a golfer who became a stranger leave the match, unless they joined it again later. */
  private removeFromRoom(event: MatchEvent & RecordedEvent, matchId: string): void {
    const userId = departed(event);
    if (userId === null) return;
    for (const socket of socketsIn(this.gateway.server, userRoom(userId))) {
      const joinedAt = socket.data.matches.get(matchId);
      if (joinedAt === undefined || joinedAt < event.revision) leaveMatch(socket, matchId);
    }
  }
}

function send(server: GolferServer, hint: Hint): void {
  // Separate, because each event has a payload of its own.
  if (hint.event === 'leaderboard_changed') server.to(hint.rooms).emit(hint.event, hint.payload);
  else server.to(hint.rooms).emit(hint.event, hint.payload);
}
