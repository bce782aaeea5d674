import { MESSAGES } from '@fairmark/contract';
import { weaknessOf } from './password-rules.js';

const judge = (password: string) => weaknessOf(password, 'sasha.ob@links-club.test');

describe('a password of eight characters or more', () => {
  it.each([
    '12345678',
    '1234567890',
    '11111111',
    '00000000',
    'aaaaaaaaaaaa',
    'Aaaaaaaa',
    '🏌🏌🏌🏌🏌🏌🏌🏌',
    'qwertyui',
    'QwertyUIOP',
    'iloveyou',
    '1q2w3e4r',
    'abcdefgh',
    'Password',
    '0987654321',
    'password123',
    'Password1',
    'testtest',
    'hunter22',
    'qwertyuiop1',
    'trustno1',
  ])('is refused as too common when it is %s', (password) => {
    expect(judge(password)).toBe(MESSAGES.passwordCommon);
  });

  it.each(['sasha.ob@links-club.test', 'Sasha.OB@Links-Club.test'])('is refused when it is the email, %s', (email) => {
    expect(judge(email)).toBe(MESSAGES.passwordPersonal);
  });

  it.each([
    'Password123!',
    'Secret123!',
    'abababab',
    '12345678!',
    'golfer2026',
    'aaaaaaab',
    'sasha.ob',
    'my email is sasha.ob@links-club.test',
    'seven iron to the green',
    'öäüßéàçî',
  ])('is taken when it is %s', (password) => {
    expect(judge(password)).toBeNull();
  });
});
