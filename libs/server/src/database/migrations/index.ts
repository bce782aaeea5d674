import type { Migration } from './migration.js';
import { accounts } from './1763600000000-accounts.js';
import { courseSearch } from './1763600100000-course-search.js';
import { accountDeletion } from './1763600200000-account-deletion.js';
import { avatars } from './1763600300000-avatars.js';
import { adverts } from './1763600400000-adverts.js';
import { mails } from './1763600500000-mails.js';
import { noSamples } from './1763600600000-no-samples.js';
import { importedPictures } from './1763600700000-imported-pictures.js';
import { oversight } from './1763600800000-oversight.js';
import { dailyCaps } from './1763600900000-daily-caps.js';
import { coursePictures } from './1763601000000-course-pictures.js';
import { operatorActs } from './1763601100000-operator-acts.js';
import { anchorParts } from './1763601200000-anchor-parts.js';

/** In order. A landed migration is never edited; a release only expands. */
export const MIGRATIONS: readonly Migration[] = [
  accounts,
  courseSearch,
  accountDeletion,
  avatars,
  adverts,
  mails,
  noSamples,
  importedPictures,
  oversight,
  dailyCaps,
  coursePictures,
  operatorActs,
  anchorParts,
];
