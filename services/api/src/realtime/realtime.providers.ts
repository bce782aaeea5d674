import type { Provider } from '@nestjs/common';
import { HintPusher } from './hint-pusher.js';
import { LogFeed } from './log-feed.js';
import { MessageLimit } from './message-limit.js';
import { SessionWatch } from './session-watch.js';
import { SocketDoor } from './socket.door.js';
import { SocketGateway } from './socket.gateway.js';
import { SocketIdentity } from './socket.identity.js';
import { SocketRooms } from './socket.rooms.js';

export const REALTIME_PROVIDERS: Provider[] = [
  LogFeed,
  SocketDoor,
  SocketIdentity,
  SocketRooms,
  MessageLimit,
  SocketGateway,
  HintPusher,
  SessionWatch,
];
