import { LIMITS, type CompetitionsAnswer } from '@fairmark/contract';
import { eclectic } from '@fairmark/api/testing/caller';
import { proofLinks } from '../support/group.js';
import { attack, codeOf, golfer, many, Outcomes } from './ground.js';

const { competitionsPerDayMax, competitionsPageMax, matchesPerDayMax } = LIMITS;
const BEYOND = 15;

/** F4: a golfer fills the log and crowds out what others have. */
export const CAPS = attack(
  'F4',
  'a golfer makes competitions and rounds without end, with a golfer who was found by search',
  async (ground) => {
    const { check } = ground;
    const victim = await golfer(ground, 'Vic Vale');
    const host = await golfer(ground, 'Max Many');
    const course = await proofLinks(host);
    const body = eclectic(course, [victim]);
    const made = await many(competitionsPerDayMax + BEYOND, () => host.call('POST', '/api/competitions', body));
    const held = made.of('200') === competitionsPerDayMax && made.of('DAILY_LIMIT') === BEYOND;
    check(`competitions, all at once: ${made.text}`, held);
    const round = { course, playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' };
    const rounds = [];
    for (let n = 0; n < matchesPerDayMax + 2; n += 1) {
      rounds.push(await host.call('POST', '/api/match/create', round));
    }
    const opened = new Outcomes(rounds);
    check(
      `rounds, one after the other: ${opened.text}`,
      opened.of('200') === matchesPerDayMax && opened.of('DAILY_LIMIT') === 2,
    );

    const list = () => victim.does<CompetitionsAnswer>('GET', '/api/competitions');
    const page = (await list()).competitions;
    const bytes = JSON.stringify(page).length;
    check(`the victim's list: ${page.length} competitions, ${bytes} bytes`, page.length <= competitionsPageMax);
    const [first] = page;
    const left = await victim.call('DELETE', `/api/competitions/${first?.id}/players/me`);
    const added = await host.call('PUT', `/api/competitions/${first?.id}`, { players: [host.id, victim.id] });
    check(`leaving one: ${codeOf(left)}, being added again: ${codeOf(added)}`, added.status === 400);
    const own = await victim.creates({ course });
    check(`the victim's own round: ${own === '' ? 'none' : 'opened'}`, own !== '');
  },
);
