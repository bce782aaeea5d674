import path from 'node:path';
import { ROOT } from './settings.js';

const compiled = (script: string): string => path.join(ROOT, script);

/** The scripts that a start runs, each in a separate process. */
export const PROGRAMS = {
  fairmark: compiled('dist/fairmark.js'),
  backup: compiled('dist/fairmark.js'),
  mail: compiled('tools/dist/mail/main.js'),
  projector: compiled('dist/projector.js'),
  api: compiled('dist/api.js'),
};

/** Loaded into each of them before its own code. */
export const GUARD = compiled('tools/dist/start/guard.js');

export const DEMO_SPONSORS = path.join(ROOT, 'cli/demo/sponsors.json');

export const DEMO_COURSES = path.join(ROOT, 'cli/demo/courses.json');
