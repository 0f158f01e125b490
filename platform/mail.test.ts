import { expect, test } from 'vitest';
import { isPermanent } from './mail.js';

test.each([
  ['rejected recipient', 550, 'RCPT TO', true],
  ['rejected message', 554, 'DATA', true],
  ['mailbox full temporarily', 452, 'RCPT TO', false],
  ['greylisting', 451, 'DATA', false],
  ['sender rejected because of the settings', 550, 'MAIL FROM', false],
  ['login rejected because of the settings', 535, 'AUTH PLAIN', false],
  ['no STARTTLS', 454, 'STARTTLS', false],
  ['the lowest permanent code', 500, 'DATA', true],
  ['the highest permanent code', 599, 'RCPT TO', true],
  ['a code above the permanent ones', 600, 'RCPT TO', false],
  ['a rejection without a command', 554, null, false],
  ['no reply', null, 'CONN', false],
  ['no reply', null, null, false],
])('a failure to send an email (%s, %s, %s) is permanent: %s', (_, replyCode, command, expected) => {
  expect(isPermanent({ replyCode, command })).toBe(expected);
});
