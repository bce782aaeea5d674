import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { allSent, button, heading, scoresHole } from '../support/hands.js';
import { twoBall } from '../support/rounds.js';
import { sees } from '../support/sees.js';
import type { Stage } from '../support/stage.js';
import type { Tell } from '../support/stories.js';
import { ROOT } from '../../support/stack.js';

const FAIRMARK = path.join(ROOT, 'dist/fairmark.js');
const PROOF_LINKS = '99901';

/** Adverts come after everything else, or not at all. */
export function adverts(tell: Tell): void {
  describe('adverts', () => {
    tell('that never come delay nothing: holes are scored, results are read', async (stage) => {
      const [arthur] = await twoBall(stage);
      let asked = 0;
      // Never answered, as by a content service that is dead.
      await arthur.phone.context.route('**/api/courses/*/adverts', () => {
        asked += 1;
      });
      const page = await arthur.opens('/score/1');
      await scoresHole(page, 1, 5, 6);
      await scoresHole(page, 2, 4, 5);
      await sees(heading(page, 'Hole 3'));
      await allSent(page);
      await arthur.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
      await sees(heading(page, 'Daily leaderboard'), button(page, /Show another course$/));
      expect(asked).toBeGreaterThan(0);
    });

    tell('of a sponsor stand beside the hole whose number they have, the default at every other', async (stage) => {
      await bringsIn(stage, [
        { record: 'advert', golflinkCourseId: PROOF_LINKS, sponsorName: 'Lost Ball Motors', text: 'Found.', slot: 2 },
        { record: 'default', golflinkCourseId: PROOF_LINKS, text: 'Ask in the pro shop.' },
      ]);
      const [arthur] = await twoBall(stage);
      const page = await arthur.opens('/score/1');
      await sees(heading(page, 'Hole 1'), page.getByLabel('Sponsor').filter({ hasText: 'Ask in the pro shop.' }));
      await scoresHole(page, 1, 5, 6);
      await sees(heading(page, 'Hole 2'), page.getByLabel('Sponsor').filter({ hasText: 'Lost Ball Motors' }));
    });
  });
}

/** What a club does with `npm run sponsors -- import FILE`. */
async function bringsIn(stage: Stage, sponsors: readonly object[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-sponsors-'));
  try {
    const file = path.join(folder, 'sponsors.json');
    writeFileSync(file, JSON.stringify(sponsors));
    const env = { PATH: process.env.PATH, DATABASE_URL: stage.stack.databaseUrl };
    await promisify(execFile)(process.execPath, [FAIRMARK, 'sponsors', 'import', file], { env, timeout: 30_000 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
