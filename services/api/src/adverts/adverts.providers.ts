import type { Provider, Type } from '@nestjs/common';
import { CLOCK, CONFIG, LOGGER, type Clock, type Config, type Logger } from '../platform/tokens.js';
import { ADVERT_SOURCE, type AdvertSource } from './table/advert.js';
import { AdvertPictures } from './table/advert-pictures.js';
import { AdvertsController } from './adverts.controller.js';
import { ContentController } from './content/content.controller.js';
import { ContentService } from './content/content.service.js';
import { RemoteAdverts } from './remote/remote-adverts.js';
import { TableAdverts } from './table/table-adverts.js';

export const ADVERT_CONTROLLERS: Type[] = [AdvertsController, ContentController];

export const ADVERT_PROVIDERS: Provider[] = [
  AdvertPictures,
  ContentService,
  TableAdverts,
  {
    provide: ADVERT_SOURCE,
    useFactory: advertSource,
    inject: [CONFIG, CLOCK, LOGGER, TableAdverts, AdvertPictures],
  },
];

/** The content service that the operator named, or our own tables. */
function advertSource(
  { contentUrl, contentImageOrigins = [] }: Config,
  clock: Clock,
  logger: Logger,
  ...[tables, pictures]: [TableAdverts, AdvertPictures]
): AdvertSource {
  if (contentUrl === undefined) return tables;
  return new RemoteAdverts({ contentUrl, imageOrigins: contentImageOrigins, pictures, clock, logger });
}
