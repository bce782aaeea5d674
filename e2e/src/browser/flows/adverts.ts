import { allSent, button, heading, scoresHole } from '../support/hands.js';
import { twoBall } from '../support/rounds.js';
import { sees } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** Adverts load after everything else, or not at all. */
export const adverts: Flows = {
  'that never load do not delay scoring or results': async (stage) => {
    const [arthur] = await twoBall(stage);
    let asked = 0;
    // Never answered, like a content service that is down.
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
  },
};
