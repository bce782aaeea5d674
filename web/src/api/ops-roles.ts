import type { OpsRolesAnswer } from '@fairmark/contract';
import { read } from './call/read.js';

/** What I may do beside playing; empty for most. Asked anew with each page: roles are given and taken by the club. */
export const opsRolesQuery = () =>
  read(['ops', 'me'], '/api/ops/me', { pick: ({ roles }: OpsRolesAnswer) => roles, staleTime: 5_000 });
