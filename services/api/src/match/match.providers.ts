import type { Provider, Type } from '@nestjs/common';
import { AccountWithdrawal } from './account-withdrawal.js';
import { CardHistoryController } from './card-history.controller.js';
import { CardHistoryReader } from './card-history.reader.js';
import { Committees } from './committees.js';
import { CorrectionController } from './correction.controller.js';
import { CorrectCardHandler } from './correction.handler.js';
import { CorrectionNotes } from './correction-notes.js';
import { Erasables } from './erasables.js';
import { GolferMatches } from './golfer-matches.js';
import { InviteFinder } from './invite-finder.js';
import { LOBBY_HANDLERS } from './lobby.handlers.js';
import { MatchController } from './match.controller.js';
import { MatchReader } from './match.reader.js';
import { MatchWriter } from './match.writer.js';
import { MatchStreams } from './match-streams.js';
import { NewMatch } from './new-match.js';
import { OtherMatches } from './other-matches.js';
import { PeopleDirectory } from './people.js';
import { ROUND_HANDLERS } from './round.handlers.js';
import { ScoringProfiles } from './scoring-profiles.js';
import { UpToDate } from './up-to-date.js';

export const MATCH_CONTROLLERS: Type[] = [MatchController, CardHistoryController, CorrectionController];

export const MATCH_PROVIDERS: Provider[] = [
  MatchStreams,
  MatchWriter,
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
