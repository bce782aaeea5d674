import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseGolfNumber } from '@fairmark/scoring';
import { DataSource } from 'typeorm';
import { apiForSuite } from '../testing/api.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';
import { seedDemoAccounts } from './seed-demo.js';

const COURSES = path.resolve('services/api/demo/courses.json');

describe('the golfers of the demo', () => {
  const api = apiForSuite();

  it('are created once, and sign in', async () => {
    expect(await seedDemoAccounts(api.databaseUrl)).toBe(12);
    const rows = () => api.app.get(DataSource).query('select * from app.users order by id');
    const before = await rows();
    expect(await seedDemoAccounts(api.databaseUrl)).toBe(0);
    expect(await rows()).toEqual(before);
    const login = { email: 'alex@demo.fairmark.test', password: DEMO_PASSWORD };
    expect((await api.call('POST', '/api/auth/login', login)).status).toBe(200);
  });

  it('are created again where one was deleted', async () => {
    await api.app.get(DataSource).query("delete from app.users where email like 'gus@%'");
    expect(await seedDemoAccounts(api.databaseUrl)).toBe(1);
  });

  it('are a mixed dozen, at home on the demo’s courses', () => {
    const courses: unknown = JSON.parse(readFileSync(COURSES, 'utf8'));
    const homes = DEMO_ACCOUNTS.map(({ golflinkNumber }) => parseGolfNumber(golflinkNumber)?.clubKey).filter(Boolean);
    expect(homes.length).toBeGreaterThan(6);
    for (const home of homes) expect(JSON.stringify(courses)).toContain(`"golflinkCourseId":"${home}"`);
    expect(new Set(DEMO_ACCOUNTS.map(({ gender }) => gender)).size).toBe(2);
    expect(DEMO_ACCOUNTS.filter(({ handicap }) => handicap < 0)).toHaveLength(1);
    expect(new Set(DEMO_ACCOUNTS.map(({ email }) => email)).size).toBe(12);
  });
});
