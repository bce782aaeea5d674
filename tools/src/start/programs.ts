import path from 'node:path';
import { ROOT } from './settings.js';

const compiled = (script: string): string => path.join(ROOT, script);

/** The scripts that a start runs, each in a process of its own. */
export const PROGRAMS = {
  migrate: compiled('tools/dist/migrate/main.js'),
  courses: compiled('services/api/dist/courses/import.main.js'),
  demoPlayers: compiled('services/api/dist/auth/seed-demo.main.js'),
  mail: compiled('tools/dist/mail/main.js'),
  projector: compiled('services/projector/dist/main.js'),
  api: compiled('services/api/dist/main.js'),
};

/** The invented courses of the demo. */
export const DEMO_COURSES = path.join(ROOT, 'services/api/demo/courses.json');
