import { setTimeout as pause } from 'node:timers/promises';
import {
  isMatchEvent,
  matchStream,
  upcast,
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { StoreUnavailable } from '@fairmark/event-store';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MatchStreams } from '../match/streams/match-streams.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { hints, leaver, NEEDS_MATCH, type Hint } from './hints.js';
import { LogFeed } from './log-feed.js';
import { userRoom } from './rooms.js';
import { SocketGateway } from './socket.gateway.js';
import { leaveMatch, socketsIn, type GolferServer } from './sockets.js';

const MATCH_STREAM = matchStream('');
/** How often a match is asked for before its hint is given up. */
const READ_TRIES = 3;
const READ_PAUSE_MS = 100;

/**
 * Pushes what happens to the sockets of this process. Every process does so for its own: the log is what connects them.
 * A hint that cannot be made is lost, and found out by the client, which compares revisions.
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
    await this.feed.start({
      take: (event, log) => this.push(event, log),
      // They come back and read everything anew.
      lost: () => this.gateway.server.disconnectSockets(true),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }

  private async push(recorded: RecordedEvent, log: string): Promise<void> {
    const { server } = this.gateway;
    if (server.sockets.sockets.size === 0) return;
    try {
      const event = upcast(recorded);
      if (!isMatchEvent(event)) return;
      const matchId = event.stream.slice(MATCH_STREAM.length);
      this.showOut(event, matchId);
      const match = NEEDS_MATCH.has(event.type) ? await this.match(matchId) : null;
      const { revision, position } = event;
      for (const hint of hints(event, { matchId, revision, position, log }, match)) {
        send(server, hint);
      }
    } catch (err) {
      this.logger.error({ err, type: recorded.type, position: String(recorded.position) }, 'no hint of this event');
    }
  }

  /** Sockets of whoever became a stranger leave the match, unless they joined it again later. */
  private showOut(event: MatchEvent & RecordedEvent, matchId: string): void {
    const userId = leaver(event);
    if (userId === null) return;
    for (const socket of socketsIn(this.gateway.server, userRoom(userId))) {
      const joinedAt = socket.data.matches.get(matchId);
      if (joinedAt === undefined || joinedAt < event.revision) leaveMatch(socket, matchId);
    }
  }

  private async match(matchId: string): Promise<MatchState | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.streams.latest(matchId))?.state ?? null;
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || tries >= READ_TRIES) throw error;
        await pause(READ_PAUSE_MS * tries);
      }
    }
  }
}

function send(server: GolferServer, hint: Hint): void {
  // Told apart, because each event has a payload of its own.
  if (hint.event === 'leaderboard_changed') server.to(hint.rooms).emit(hint.event, hint.payload);
  else server.to(hint.rooms).emit(hint.event, hint.payload);
}
