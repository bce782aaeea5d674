import type { Provider, Type } from '@nestjs/common';
import { CompetitionController } from './competition.controller.js';
import { CompetitionFinder } from './competition.finder.js';
import { CompetitionGoodbye } from './competition-goodbye.js';
import {
  CompetitionAnswers,
  CreateCompetitionHandler,
  DeleteCompetitionHandler,
  LeaveCompetitionHandler,
  SetCompetitionPlayersHandler,
} from './competition.handlers.js';
import { CompetitionReader } from './competition.reader.js';
import { CompetitionStreams } from './competition-streams.js';

export const COMPETITION_CONTROLLERS: Type[] = [CompetitionController];

export const COMPETITION_PROVIDERS: Provider[] = [
  CompetitionStreams,
  CompetitionFinder,
  CompetitionAnswers,
  CompetitionReader,
  CompetitionGoodbye,
  CreateCompetitionHandler,
  SetCompetitionPlayersHandler,
  LeaveCompetitionHandler,
  DeleteCompetitionHandler,
];
