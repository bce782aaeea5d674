import { migrate } from '@fairmark/read-models';
import { createTestDatabase, findProgram, TestRedis, type TestDatabase } from '@fairmark/tools';
import type { Registry } from 'prom-client';
import { apiForSuite, startApi, type TestApi } from '../testing/api.js';
import { METRICS } from '../platform/tokens.js';

describe('the metrics of the api', () => {
  const api = apiForSuite();

  const lines = async (name: string) =>
    (await api.app.get<Registry>(METRICS).metrics()).split('\n').filter((line) => line.startsWith(name));

  it('count requests by route, never by address', async () => {
    const me = await api.golfer();
    const id = '00000000-0000-4000-8000-000000000001';
    await api.call('GET', `/api/match/${id}`, undefined, { token: me.token });
    await api.call('GET', `/api/match/${id}?userId=${id}`, undefined, { token: me.token });
    const counted = await lines('fairmark_request_seconds_count{');
    expect(counted).toContain('fairmark_request_seconds_count{method="GET",route="/api/match/:id",status="404"} 2');
    expect(counted.join('\n')).not.toContain(id);
  });

  it('count commands by outcome', async () => {
    const me = await api.golfer();
    const wrong = { matchId: '00000000-0000-4000-8000-000000000001', holeNumber: 1, strokes: 4 };
    await api.call('POST', '/api/match/score', wrong, { token: me.token });
    await api.call('POST', '/api/auth/logout', undefined, { token: me.token });
    const commands = await lines('fairmark_commands_total{');
    expect(commands).toContain(
      'fairmark_commands_total{method="POST",route="/api/match/score",outcome="MATCH_NOT_FOUND"} 1',
    );
    expect(commands).toContain('fairmark_commands_total{method="POST",route="/api/auth/logout",outcome="ok"} 1');
  });

  it('include sockets, appends and the lag of the tables', async () => {
    expect(await lines('fairmark_sockets ')).toEqual(['fairmark_sockets 0']);
    expect(await lines('# TYPE fairmark_appends_total')).toHaveLength(1);
    expect(await lines('# TYPE fairmark_projection_lag_seconds')).toHaveLength(1);
  });
});

const program = findProgram('redis-server');
(program === null ? describe.skip : describe)('two processes with one Redis', () => {
  let database: TestDatabase;
  let redis: TestRedis;
  const apis: TestApi[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(migrate);
    redis = await TestRedis.start(program ?? '');
    // A limit of two course searches a minute.
    for (let n = 0; n < 2; n += 1) {
      apis.push(await startApi(database.url, { redisUrl: redis.url, rateLimitScale: 2 / 2_400 }));
    }
  });
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.stop()));
    await redis?.remove();
    await database?.drop();
  });

  it('count a golfer’s searches together', async () => {
    const statuses: number[] = [];
    for (const api of [...apis, ...apis]) statuses.push((await api.call('GET', '/api/courses?query=x')).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});
