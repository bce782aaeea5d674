import type { Written } from '@fairmark/contract';
import { isMatchEvent, matchStream, upcast, type MatchEvent, type RecordedEvent } from '@fairmark/events';
import { retry, StoreUnavailable } from '@fairmark/event-store';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MatchStreams } from '../match/streams/match-streams.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { hints, departed, NEEDS_MATCH, type Hint } from './hints.js';
import { LogFeed } from '../platform/log-feed.js';
import { SocketGateway } from './socket.gateway.js';
import { userRoom, leaveMatch, socketsIn, type GolferServer } from './sockets.js';

const MATCH_STREAM = matchStream('');
/** How long to retry reading a match before its hint is dropped. */
const READ = { withinMs: 500, again: (error: unknown) => error instanceof StoreUnavailable };

/**
 * Pushes hints to the sockets of this process; every process does so for its own, following the same log. A hint that
 * fails is lost; clients notice by comparing revisions. Also passes events to the cached matches, so that no command
 * has to read them again.
 */
@Injectable()
export class HintPusher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Position of the last leaderboard change of each course, as far as this process followed the log. */
  private readonly lastChanges = new Map<string, Written>();
  /** Up to this position, a change of any course may have been missed. */
  private unknownUpTo: Written | null = null;

  constructor(
    private readonly feed: LogFeed,
    private readonly gateway: SocketGateway,
    private readonly streams: MatchStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.feed.start((event, log) => this.push(event, log));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }

  /**
   * Position of the last change of a course's leaderboard, or the last that may have been one, so that viewers need not
   * reload for events elsewhere. Null: not known yet.
   */
  leaderboardChange(courseId: string): Written | null {
    const { place } = this.feed;
    if (place === null) return null;
    if (this.unknownUpTo?.log !== place.log) this.markMissed(place);
    return this.lastChanges.get(courseId) ?? this.unknownUpTo;
  }

  /** Records that changes up to this position may have been missed. */
  private markMissed(at: Written): void {
    this.unknownUpTo = at;
    this.lastChanges.clear();
  }

  private async push(recorded: RecordedEvent, log: string): Promise<void> {
    const { server } = this.gateway;
    const at = { position: String(recorded.position), log };
    const { size } = server.sockets.sockets;
    if (size === 0) this.markMissed(at);
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
        if (hint.event === 'leaderboard_changed') this.lastChanges.set(hint.payload.courseId, at);
        send(server, hint);
      }
    } catch (err) {
      this.markMissed(at);
      this.logger.error({ err, type: recorded.type, position: String(recorded.position) }, 'pushing hints failed');
    }
  }

  /** Removes the sockets of a golfer who left the match from its room, unless they joined again later. */
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
  // Separate branches, because each event has its own payload type.
  if (hint.event === 'leaderboard_changed') server.to(hint.rooms).emit(hint.event, hint.payload);
  else server.to(hint.rooms).emit(hint.event, hint.payload);
}
