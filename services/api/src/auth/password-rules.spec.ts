import { stat } from 'node:fs/promises';
import { MESSAGES } from '@fairmark/contract';
import { Passwords, weaknessOf } from './passwords.js';

const judge = (password: string) => weaknessOf(password, 'sasha.ob@links-club.test');

describe('a password of eight characters or more', () => {
  it.each([
    '12345678',
    '11111111',
    'Aaaaaaaa',
    '🏌🏌🏌🏌🏌🏌🏌🏌',
    'QwertyUIOP',
    '1q2w3e4r',
    'abcdefgh',
    '0987654321',
    'hunter22',
  ])('is refused as too common when it is %s', (password) => {
    expect(judge(password)).toBe(MESSAGES.passwordCommon);
  });

  it.each(['sasha.ob@links-club.test', 'Sasha.OB@Links-Club.test'])('is refused when it is the email, %s', (email) => {
    expect(judge(email)).toBe(MESSAGES.passwordPersonal);
  });

  it.each(['Password123!', 'abababab', 'aaaaaaab', 'sasha.ob', 'my email is sasha.ob@links-club.test', 'öäüßéàçî'])(
    'is accepted when it is %s',
    (password) => {
      expect(judge(password)).toBeNull();
    },
  );
});

test('hashing many passwords delays neither files nor new connections, which need the same threads', async () => {
  const passwords = new Passwords();
  // The decoy's hash is not counted below.
  await passwords.matches('a long walk spoiled', null);
  let done = 0;
  const hashes = Array.from({ length: 12 }, () => passwords.hash('a long walk spoiled').then(() => (done += 1)));
  await stat(process.execPath);
  expect(done).toBeLessThan(4);
  await Promise.all(hashes);
});
