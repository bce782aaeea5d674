import { idOfStream, isMatchEvent, upcast, type MatchEvent, type RecordedEvent } from '@fairmark/events';
import { retry, StoreUnavailable } from '@fairmark/event-store';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MatchStreams } from '../match/streams/match-streams.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { departed, hints, needsMatch, type Hint } from './hints.js';
import { LogFeed } from '../platform/log-feed.js';
import { SocketGateway } from './socket.gateway.js';
import { userRoom, leaveMatch, socketsIn, type GolferServer } from './sockets.js';

/** How long to retry reading a match before its hint is dropped. */
const READ = { withinMs: 500, again: (error: unknown) => error instanceof StoreUnavailable };

/**
 * Pushes hints to the sockets of this process, and its events to the cached matches, which need not read them again. A
 * hint that fails is lost; clients notice by comparing revisions.
 */
@Injectable()
export class HintPusher implements OnApplicationBootstrap, BeforeApplicationShutdown {
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

  private async push(recorded: RecordedEvent, log: string): Promise<void> {
    const { server } = this.gateway;
    try {
      const event = upcast(recorded);
      if (!isMatchEvent(event)) return;
      const matchId = idOfStream(event.stream);
      this.streams.learn(matchId, event);
      if (server.sockets.sockets.size === 0) return;
      this.removeFromRoom(event, matchId);
      const { revision } = event;
      const at = { matchId, revision: String(revision), position: String(event.position), log };
      const match = needsMatch(event) ? await retry(() => this.streams.since(matchId, revision), READ) : null;
      for (const hint of hints(event, at, match?.state ?? null)) send(server, hint);
    } catch (err) {
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
