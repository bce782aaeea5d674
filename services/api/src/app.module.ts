import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { TableAdverts } from './adverts/advert.js';
import { AdvertsController } from './adverts/adverts.controller.js';
import { ContentController } from './adverts/content/content.controller.js';
import { Accounts } from './auth/accounts.js';
import { AuthController } from './auth/auth.controller.js';
import { MailLinks } from './auth/mail-links.js';
import { SignInThrottle } from './auth/sign-in-throttle.js';
import { ClubhouseController } from './clubhouse/clubhouse.controller.js';
import { CompetitionStreams } from './competitions/competition-streams.js';
import { BoardController } from './board/board.controller.js';
import { BoardLinksController } from './board/board-links.controller.js';
import { BoardLinks } from './board/board-links.js';
import { CompetitionController } from './competitions/competition.controller.js';
import { COMPETITION_HANDLERS } from './competitions/competition.handlers.js';
import { CompetitionReader } from './competitions/competition.reader.js';
import { CourseCatalogue } from './courses/course.catalogue.js';
import { CoursesController } from './courses/courses.controller.js';
import { HealthController } from './http/health.controller.js';
import { CorrectCardHandler, CorrectionNotes } from './match/correction/correction.handler.js';
import { GolferMatches } from './match/lobby/golfer-matches.js';
import { LOBBY_HANDLERS } from './match/lobby/lobby.handlers.js';
import { MatchController } from './match/match.controller.js';
import { MatchReader } from './match/match.reader.js';
import { PeopleDirectory } from './golfers/people.js';
import { ROUND_HANDLERS } from './match/round/round.handlers.js';
import { MatchStreams } from './match/streams/match-streams.js';
import { OpsController } from './oversight/ops.controller.js';
import { PicturesController } from './adverts/pictures.controller.js';
import { HandshakeGuard } from './realtime/handshake.guard.js';
import { HintPusher } from './realtime/hint-pusher.js';
import { LogFeed } from './platform/log-feed.js';
import { SocketGateway } from './realtime/socket.gateway.js';
import { SocketRooms } from './realtime/socket.rooms.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { Sessions } from './sessions/sessions.js';
import { SecondFactorController } from './oversight/second-factor.controller.js';
import { Staff } from './permissions/staff.js';
import { AccountDeletion } from './users/account-deletion.js';
import { Golfers } from './golfers/golfers.js';
import { Profiles } from './users/profiles.js';
import { UsersController } from './users/users.controller.js';

const SESSIONS = [AccessTokens, Sessions, BoardLinks];
const ACCOUNTS = [Accounts, MailLinks, SignInThrottle, Staff];
const USERS = [Golfers, Profiles, AccountDeletion];
const COURSES = [CourseCatalogue, TableAdverts];
const MATCHES = [MatchStreams, MatchReader, CorrectionNotes];
const LOBBIES = [GolferMatches, PeopleDirectory];
const COMPETITIONS = [CompetitionStreams, CompetitionReader];
const SOCKETS = [LogFeed, HandshakeGuard, SocketGateway, SocketRooms, HintPusher];
const HANDLERS = [...LOBBY_HANDLERS, ...ROUND_HANDLERS, CorrectCardHandler, ...COMPETITION_HANDLERS];

/** The api process: one module. What needs more than a constructor is opened in `platform.providers.ts`. */
@Module({
  imports: [CqrsModule.forRoot()],
  controllers: [
    HealthController,
    AuthController,
    UsersController,
    PicturesController,
    CoursesController,
    AdvertsController,
    ContentController,
    MatchController,
    ClubhouseController,
    CompetitionController,
    OpsController,
    BoardController,
    BoardLinksController,
    SecondFactorController,
  ],
  providers: [SESSIONS, ACCOUNTS, USERS, COURSES, MATCHES, LOBBIES, COMPETITIONS, HANDLERS, SOCKETS].flat(),
})
export class AppModule {}
