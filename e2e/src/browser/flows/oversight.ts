import type { MatchAnswer } from '@fairmark/contract';
import { button, heading, taps } from '../support/hands.js';
import { appoints } from '../../support/group.js';
import { bothCards, twoBall } from '../support/rounds.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** What auditors, support staff and committees can do, and other golfers cannot. */
export const oversight: Flows = {
  'lets support start and watch a rebuild of the tables while a golfer reads them': async (stage) => {
    const [arthur, bella] = await twoBall(stage, { holes: 18, signed: true });
    await appoints(stage.stack.databaseUrl, arthur.api, 'SUPPORT');
    const board = await bella.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
    const row = board.getByRole('listitem').filter({ hasText: arthur.name }).first();
    await sees(row);
    const before = await row.innerText();
    const page = await arthur.opens('/account');
    await page.getByRole('link', { name: 'Oversight' }).tap();
    await comesTo(page, '/ops');
    await sees(heading(page, 'Oversight'), page.getByText('Up to date'));
    await taps(page, 'Rebuild these tables');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild' }).tap();
    // The old tables are read until the new ones replace them.
    await board.reload();
    await sees(row);
    expect(await row.innerText()).toBe(before);
    const tables = page.getByRole('region', { name: 'Clubhouse' });
    await tables.getByText(/^Rebuilt, /).waitFor({ timeout: 180_000 });
    await sees(tables.getByText(arthur.name), button(page, 'Rebuild these tables'), tables.getByText('Up to date'));
    await board.reload();
    await sees(row);
    expect(await row.innerText()).toBe(before);
  },

  'shows an auditor a round step by step': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage);
    const auditor = await stage.golfer({ name: 'Ada Audit', gender: 'FEMALE', handicap: 9 });
    await appoints(stage.stack.databaseUrl, auditor, 'AUDITOR');
    await arthur.api.scores(matchId, 3, 6);
    await bothCards(matchId, arthur.api, bella.api);
    await arthur.api.signs(matchId);
    const page = await (await stage.phoneOf(auditor)).opens('/ops?view=rounds');
    await page.getByLabel(/^Link of the scorecard/).fill(`${stage.base}/${matchId}/scorecard`);
    await taps(page, 'Open the round');
    await sees(page.getByText('Log intact'));
    await sees(heading(page, new RegExp(`^${arthur.name} signed`)));
    const slider = page.getByRole('slider', { name: 'Step' });
    await slider.focus();
    await page.keyboard.press('Home');
    await sees(page.getByText('The round has not started yet'));
    const entry = `${arthur.name} entered 4 on hole 3 of his own card (was 6).`;
    await page.getByRole('list', { name: 'Every step' }).getByRole('button', { name: entry }).tap();
    const card = page.getByRole('table', { name: `Out, ${arthur.name}` });
    await sees(heading(page, entry), card.getByText('4, par, changed in this step'));
    await taps(page, 'Next step');
    await seesNo(card.getByText('4, par, changed in this step'));
    await page.emulateMedia({ media: 'print' });
    const steps = page.getByRole('list', { name: 'Every step' });
    expect(
      await steps
        .getByRole('button')
        .evaluateAll((all) => all.every((step) => step.checkVisibility({ contentVisibilityAuto: true }))),
    ).toBe(true);
    expect(await steps.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
    const reads = 'select from app.audit_reads where reader = $1 and subject = $2';
    expect((await stage.stack.database.query(reads, [auditor.id, matchId])).rowCount).toBe(1);
  },

  'lets the committee correct a card, and its player sees it': async (stage) => {
    const [arthur, , matchId] = await twoBall(stage, { holes: 18, signed: true });
    const committee = await stage.golfer({ name: 'Cass Moore', gender: 'FEMALE', handicap: 9 });
    await appoints(stage.stack.databaseUrl, committee, 'COMMITTEE', stage.courseId);
    const own = await arthur.opens(`/${matchId}/scorecard`);
    await sees(heading(own, 'Scorecard'));

    const page = await (await stage.phoneOf(committee)).opens('/ops');
    await taps(page, 'Show its rounds');
    await page.getByRole('link', { name: new RegExp(arthur.name) }).tap();
    await taps(page, 'Correct a card');
    const form = page.getByRole('dialog', { name: 'Correct a card' });
    await form.getByRole('radio', { name: arthur.name }).check();
    await form.getByLabel('New score of hole 4', { exact: true }).selectOption('7');
    await form.getByRole('radio', { name: 'A penalty was left out, or wrongly given' }).check();
    await form.getByLabel(/^In the committee's words/).fill('Played a wrong ball on the 4th.');
    await sees(form.getByText('Hole 4: 5 becomes 7'));
    await form.getByRole('button', { name: 'Correct the card' }).tap();
    await seesNo(form);
    await sees(heading(page, /corrected .* hole 4 from 5 to 7/));

    await sees(own.getByText('Played a wrong ball on the 4th.'));
    const { rounds } = await arthur.api.does<MatchAnswer>('GET', `/api/match/${matchId}`);
    expect(rounds.find(({ player }) => player.id === arthur.id)?.corrections).toMatchObject([
      { by: { fullName: committee.profile.name }, holes: [{ holeNumber: 4, from: 5, to: 7 }] },
    ]);
  },
};
