import { Accounts1763600000000 } from './1763600000000-accounts.js';
import { CourseSearch1763600100000 } from './1763600100000-course-search.js';
import { AccountDeletion1763600200000 } from './1763600200000-account-deletion.js';
import { Avatars1763600300000 } from './1763600300000-avatars.js';
import { Adverts1763600400000 } from './1763600400000-adverts.js';
import { Mails1763600500000 } from './1763600500000-mails.js';
import { NoSamples1763600600000 } from './1763600600000-no-samples.js';
import { ImportedPictures1763600700000 } from './1763600700000-imported-pictures.js';
import { Oversight1763600800000 } from './1763600800000-oversight.js';
import { DailyCaps1763600900000 } from './1763600900000-daily-caps.js';
import { CoursePictures1763601000000 } from './1763601000000-course-pictures.js';
import { OperatorActs1763601100000 } from './1763601100000-operator-acts.js';
import { AnchorParts1763601200000 } from './1763601200000-anchor-parts.js';
import { Devices1763601400000 } from './1763601400000-devices.js';
import { BoardLinks1763601500000 } from './1763601500000-board-links.js';
import { Backups1763601600000 } from './1763601600000-backups.js';

/** In order. A landed migration is never edited; a release only expands. */
export const MIGRATIONS = [
  Accounts1763600000000,
  CourseSearch1763600100000,
  AccountDeletion1763600200000,
  Avatars1763600300000,
  Adverts1763600400000,
  Mails1763600500000,
  NoSamples1763600600000,
  ImportedPictures1763600700000,
  Oversight1763600800000,
  DailyCaps1763600900000,
  CoursePictures1763601000000,
  OperatorActs1763601100000,
  AnchorParts1763601200000,
  Devices1763601400000,
  BoardLinks1763601500000,
  Backups1763601600000,
];
