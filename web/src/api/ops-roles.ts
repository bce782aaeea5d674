import type { OpsRolesAnswer } from '@fairmark/contract';
import { read } from './call/read.js';

/** My staff roles (most golfers have none) and the state of my second factor. Refetched per page: roles come and go. */
export const opsRolesQuery = () => read<OpsRolesAnswer>(['ops', 'me'], '/api/ops/me', { staleTime: 5_000 });
