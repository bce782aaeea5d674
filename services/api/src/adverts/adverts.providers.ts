import type { Provider, Type } from '@nestjs/common';
import { ADVERT_SOURCE } from './advert.js';
import { AdvertPictures } from './advert-pictures.js';
import { AdvertsController } from './adverts.controller.js';
import { ContentController } from './content/content.controller.js';
import { ContentService } from './content/content.service.js';
import { TableAdverts } from './table-adverts.js';

export const ADVERT_CONTROLLERS: Type[] = [AdvertsController, ContentController];

export const ADVERT_PROVIDERS: Provider[] = [
  AdvertPictures,
  ContentService,
  TableAdverts,
  { provide: ADVERT_SOURCE, useExisting: TableAdverts },
];
