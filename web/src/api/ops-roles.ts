import type { OpsRolesAnswer } from '@fairmark/contract';
import { read } from './call/read.js';

/** What I may do beside playing, nothing for most, and by which sessions. Asked anew with each page: roles are given and taken. */
export const opsRolesQuery = () => read<OpsRolesAnswer>(['ops', 'me'], '/api/ops/me', { staleTime: 5_000 });
