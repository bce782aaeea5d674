import type { Provider, Type } from '@nestjs/common';
import { AccountWithdrawal } from './account-withdrawal.js';
import { CardHistoryController } from './card-history.controller.js';
import { CardHistoryReader } from './card-history.reader.js';
import { Committees } from './correction/committees.js';
import { CorrectionController } from './correction/correction.controller.js';
import { CorrectCardHandler } from './correction/correction.handler.js';
import { CorrectionNotes } from './correction/correction-notes.js';
import { Erasables } from './erasables.js';
import { GolferMatches } from './lobby/golfer-matches.js';
import { InviteFinder } from './lobby/invite-finder.js';
import { LOBBY_HANDLERS } from './lobby/lobby.handlers.js';
import { MatchController } from './match.controller.js';
import { MatchReader } from './match.reader.js';
import { MatchStreams } from './streams/match-streams.js';
import { NewMatch } from './lobby/new-match.js';
import { OtherMatches } from './lobby/other-matches.js';
import { PeopleDirectory } from './presenting/people.js';
import { ROUND_HANDLERS } from './round/round.handlers.js';
import { ScoringProfiles } from './lobby/scoring-profiles.js';
import { UpToDate } from '../positions/up-to-date.js';

export const MATCH_CONTROLLERS: Type[] = [MatchController, CardHistoryController, CorrectionController];

export const MATCH_PROVIDERS: Provider[] = [
  MatchStreams,
  MatchReader,
  CardHistoryReader,
  CorrectionNotes,
  Erasables,
  Committees,
  NewMatch,
  GolferMatches,
  OtherMatches,
  InviteFinder,
  UpToDate,
  ScoringProfiles,
  PeopleDirectory,
  AccountWithdrawal,
  ...LOBBY_HANDLERS,
  ...ROUND_HANDLERS,
  CorrectCardHandler,
];
