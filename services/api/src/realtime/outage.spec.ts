import { randomBytes } from 'node:crypto';
import { eventually } from '@fairmark/events/testing/eventually';
import { startPostgres, startTestPostgres, type EmbeddedPostgres } from '@fairmark/tools';
import { startApi, type TestApi } from '../testing/api.js';
import { Phone } from './testing/phone.js';

let server: Awaited<ReturnType<typeof startTestPostgres>>;
let again: EmbeddedPostgres | null = null;
const apis: TestApi[] = [];
const phones: Phone[] = [];

beforeAll(async () => {
  server = await startTestPostgres();
  const jwtSecret = randomBytes(32);
  for (let nth = 0; nth < 2; nth += 1) {
    apis.push(await startApi(server.url('postgres'), { jwtSecret, logLevel: 'silent' }));
  }
});

afterAll(async () => {
  for (const phone of phones) phone.close();
  for (const api of apis) await api.stop();
  await again?.stop();
  await server.remove();
});

test('while the database is away phones are not turned away for good, and come in when it is back', async () => {
  const [first, second] = apis;
  const { token } = await first!.golfer();
  const before = await Phone.connect(first!.url, token);
  phones.push(before);
  await server.stop();

  // The second process knows nothing of this session: it has to ask the rows.
  const phone = new Phone(second!.url, { auth: { token } });
  phones.push(phone);
  await eventually(() => phone.ends.length > 1, 'attempts that fail');
  expect(phone.refusals.filter((refusal) => typeof refusal !== 'string')).toEqual([]);
  expect(before.socket.connected).toBe(true);

  again = await startPostgres({ dataDir: server.dataDir, port: server.port });
  await phone.connected();
});
