import { readFileSync } from 'node:fs';
import { bothCards } from '../support/rounds.js';
import { play } from '../../support/group.js';
import { button, heading, taps } from '../support/hands.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Tell } from '../support/stories.js';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What a host does with a competition, and what its players see of it. */
export function competitions(tell: Tell): void {
  describe('competitions', () => {
    tell('are created by a host, show who has played, are left by a player and deleted', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      const page = await arthur.opens('/clubhouse/competitions');
      await page.getByRole('link', { name: 'New competition' }).tap();
      await sees(heading(page, 'Create a competition'));
      await page.getByLabel('Competition name').fill('Proof Ringers');
      await taps(page, 'Choose a course');
      await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
      await page.getByRole('option', { name: /Proof/ }).first().tap();
      for (const day of DAYS) await page.getByRole('checkbox', { name: day }).check();
      await taps(page, 'Add players');
      await page.getByRole('option', { name: new RegExp(arthur.name) }).tap();
      await page.getByRole('combobox', { name: 'Find a golfer' }).fill(bella.name);
      await page.getByRole('option', { name: new RegExp(bella.name) }).tap();
      await taps(page, 'Done');
      await taps(page, 'Create comp');
      await comesTo(page, /^\/clubhouse\/competitions\/[\da-f-]{36}$/);
      await sees(heading(page, 'Proof Ringers'), page.getByText('Week 1 of 6'));
      const address = page.url();

      const matchId = await play(arthur.api, [bella.api], { course: stage.courseId });
      await bothCards(matchId, arthur.api, bella.api);
      await arthur.api.signs(matchId);
      await bella.api.signs(matchId);
      // The start of the round has led away.
      await page.goto(address);
      const row = page.getByRole('listitem').filter({ hasText: bella.name });
      await sees(row.filter({ hasText: '1 round' }));
      await button(page, new RegExp(bella.name)).tap();
      await sees(page.getByRole('dialog').getByRole('table', { name: 'Totals' }));
      await taps(page, 'Close');
      const [file] = await Promise.all([page.waitForEvent('download'), taps(page, 'Export table (CSV)')]);
      expect(file.suggestedFilename()).toBe('proof-ringers.csv');
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(/"Player","Daily handicap","Rounds","Gross"/);
      expect(lines.find((line) => line.includes(bella.name))).toMatch(/^"Bella Banks \w+",19,1,91,"2",/);

      const other = await bella.opens('/clubhouse/competitions');
      await other.getByRole('link', { name: 'Proof Ringers' }).tap();
      await sees(heading(other, 'Proof Ringers'), other.getByText('Member'));

      await taps(other, 'Leave competition');
      await other.getByRole('alertdialog').getByRole('button', { name: 'Leave competition' }).tap();
      await comesTo(other, '/clubhouse/competitions');
      await sees(other.getByText('No competitions yet'));
      await page.reload();
      await sees(page.getByRole('listitem').filter({ hasText: arthur.name }));
      await seesNo(row);

      await taps(page, 'Settings');
      await taps(page, 'Delete competition');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete competition' }).tap();
      await comesTo(page, '/clubhouse/competitions');
      await seesNo(page.getByRole('link', { name: 'Proof Ringers' }));
      await other.goto(address);
      await sees(other.getByText('No competition found.'));
    });
  });
}
