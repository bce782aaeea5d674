import type { OpsRolesAnswer } from '@fairmark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call/client.js';

/** What I may do beside playing; empty for most. Asked anew with each page: roles are given and taken by the club. */
export function opsRolesQuery() {
  return queryOptions({
    queryKey: ['ops', 'me'],
    queryFn: async ({ signal }) => (await call<OpsRolesAnswer>('GET', '/api/ops/me', { signal })).roles,
    staleTime: 5_000,
  });
}
