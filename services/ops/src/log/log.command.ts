import type { Register } from '../cli/job.js';
export const logCommand: Register = () => undefined;
