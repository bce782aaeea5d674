import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ADVERT_CONTROLLERS, ADVERT_PROVIDERS } from './adverts/adverts.providers.js';
import { AUTH_CONTROLLERS, AUTH_PROVIDERS } from './accounts.providers.js';
import { CLUBHOUSE_CONTROLLERS, CLUBHOUSE_PROVIDERS } from './clubhouse/clubhouse.providers.js';
import { COMPETITION_CONTROLLERS, COMPETITION_PROVIDERS } from './competitions/competition.providers.js';
import { COURSE_CONTROLLERS, COURSE_PROVIDERS } from './courses/courses.providers.js';
import { HealthController } from './health/health.controller.js';
import { MATCH_CONTROLLERS, MATCH_PROVIDERS } from './match/match.providers.js';
import { OVERSIGHT_CONTROLLERS, OVERSIGHT_PROVIDERS } from './oversight/oversight.providers.js';
import { PLATFORM_PROVIDERS } from './platform.providers.js';
import { CLOCK, CONFIG, LOGGER, type Clock, type Config, type Logger } from './platform/tokens.js';
import { REALTIME_PROVIDERS } from './realtime/realtime.providers.js';

/** The api process: one module, each feature an array of controllers and one of providers. */
@Module({})
export class AppModule {
  static with(config: Config, { logger, clock }: { logger: Logger; clock: Clock }): DynamicModule {
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot()],
      controllers: [
        HealthController,
        ...AUTH_CONTROLLERS,
        ...COURSE_CONTROLLERS,
        ...ADVERT_CONTROLLERS,
        ...MATCH_CONTROLLERS,
        ...CLUBHOUSE_CONTROLLERS,
        ...COMPETITION_CONTROLLERS,
        ...OVERSIGHT_CONTROLLERS,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: clock },
        ...PLATFORM_PROVIDERS,
        ...AUTH_PROVIDERS,
        ...COURSE_PROVIDERS,
        ...ADVERT_PROVIDERS,
        ...MATCH_PROVIDERS,
        ...CLUBHOUSE_PROVIDERS,
        ...COMPETITION_PROVIDERS,
        ...OVERSIGHT_PROVIDERS,
        ...REALTIME_PROVIDERS,
      ],
    };
  }
}
