import { isRefusedForGood } from './mailer.js';

const answered = (response: string, command = 'RCPT TO') => Object.assign(new Error('refused'), { command, response });

describe('a mail that the mail server refuses', () => {
  it.each([
    '550 5.1.1 <ann@golfers.test>: Recipient address rejected: User unknown in local recipient table',
    '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Look for typing errors',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound',
    '556 5.1.10 Recipient address has a null MX',
    '553 5.1.3 not a name',
    '551 5.1.6 has moved',
  ])('is not tried again: %s', (response) => {
    expect(isRefusedForGood(answered(response))).toBe(true);
  });

  it.each([
    '550 no such user',
    '550 relay not permitted',
    '550 5.1.0 Address rejected',
    '550 5.1.8 Sender address not found',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more',
    '550 5.7.1 no such user, or relaying denied',
    '552 5.2.2 mailbox full',
    '450 4.1.1 no such user',
  ])('is tried again: %s', (response) => {
    expect(isRefusedForGood(answered(response))).toBe(false);
  });

  it('is tried again when not the recipient was refused, or without an answer', () => {
    expect(isRefusedForGood(answered('550 5.1.1 no such user', 'MAIL FROM'))).toBe(false);
    expect(isRefusedForGood(new Error('Timeout'))).toBe(false);
  });
});
