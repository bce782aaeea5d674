import type { Provider, Type } from '@nestjs/common';
import { AuditedRounds } from './audited-rounds.js';
import { OpsController } from './ops.controller.js';
import { OpsRights } from './ops.rights.js';
import { Projections, ProjectionWatch } from './projections.js';
import { Rebuilds } from './rebuilds.js';

export const OVERSIGHT_CONTROLLERS: Type[] = [OpsController];

export const OVERSIGHT_PROVIDERS: Provider[] = [OpsRights, ProjectionWatch, Projections, Rebuilds, AuditedRounds];
