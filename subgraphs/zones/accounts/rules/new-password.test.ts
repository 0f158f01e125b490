import { expect, test } from 'vitest';
import { checkNewPassword } from '../service/passwords.js';

const account = { username: 'countess-x', email: 'ada.l@analytical.example' };

async function rejectionOf(password: string, differences: Partial<typeof account> = {}): Promise<string | undefined> {
  const input = { argument: 'password', name: 'password', password, ...account, ...differences };
  return await checkNewPassword({ via: 'rest' }, input).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const lengthMessage = 'password must have 12 to 256 characters';
const commonMessage = 'password is one of the most common passwords: choose a less common one';
const derivedMessage =
  'password is derived from the username, the email address or the name of this service: choose an unrelated one';

test.each([
  ['correct horse battery'],
  ['a long enough password'],
  ['twelve chars'],
  ['x7!k'.padEnd(256, 'words of a sentence ')],
  ['пароль из многих слов'],
  ['countess-x and 8 more'],
  ['countess-x8 of own'],
  ['foot 2024 ball'],
  ['horse of dragondragon'],
  ['dragondragon of horse'],
  ['1029384756 and on'],
  ['rampart and 8 more'],
  ['x'.repeat(12)],
  ['x'.repeat(256)],
])('accepts %s', async (password) => {
  expect(await rejectionOf(password)).toBeUndefined();
});

test.each([
  ['eleven char', lengthMessage],
  ['👩‍💻👩‍💻👩‍💻', lengthMessage],
  ['x'.repeat(257), lengthMessage],
  [`half of a pair \ud800`, lengthMessage],
])('rejects the length or encoding of %j', async (password, rejection) => {
  expect(await rejectionOf(password)).toBe(rejection);
});

test.each([
  '1q2w3e4r5t6y',
  'passwordpassword',
  'Password1234',
  'ILOVEYOU!!!!',
  '2024-football-2024',
  'monkeymonkey1!',
  'dragondragondragon',
  'ｐａｓｓｗｏｒｄ１２３４',
])('rejects %s as common', async (password) => {
  expect(await rejectionOf(password)).toBe(commonMessage);
});

test.each([
  'countess-x2026',
  'countess-x7 of ow',
  'Countess-X-Countess-X',
  'analytical.example',
  'ada.l@analytical.example!',
  'xx-analytical-yy',
])('rejects %s because it is derived from the account', async (password) => {
  expect(await rejectionOf(password)).toBe(derivedMessage);
  expect(await rejectionOf(password, { username: 'somebody', email: 'x@nowhere.example' })).toBeUndefined();
});

test.each([
  [
    'the longest of the words',
    'adalovelace1',
    { username: 'ada', email: 'adalovelace@nowhere.example' },
    derivedMessage,
  ],
  ['the address, in any case,', 'x@nowhere.example123456', { email: 'X@Nowhere.Example' }, derivedMessage],
  ['words of three characters', 'qzvqzvqzvqzv1', { username: 'qzv' }, derivedMessage],
  ['no shorter words', 'xxxxxxxxxxxx', { email: 'x@nowhere.example' }, undefined],
])('compares a password with %s of the account', async (_, password, differences, rejection) => {
  expect(await rejectionOf(password, differences)).toBe(rejection);
});

test('names the field of a rejected password', async () => {
  const input = { argument: 'newPassword', name: 'new_password', password: 'short', ...account };
  await expect(checkNewPassword({ via: 'rest' }, input)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'new_password must have 12 to 256 characters',
    details: { argument: 'newPassword' },
  });
});

test.each(['rampart-zone-feed', 'ZoneFeed2026!', 'my rampart pw'])(
  'rejects %s because it is derived from the service',
  async (password) => {
    expect(await rejectionOf(password)).toBe(derivedMessage);
  },
);

test('accepts any password of sufficient length on the command line', async () => {
  const input = { argument: 'password', name: 'password', ...account };
  await checkNewPassword({ via: 'command-line' }, { ...input, password: 'passwordpassword' });
  await expect(checkNewPassword({ via: 'command-line' }, { ...input, password: 'short' })).rejects.toThrow(
    lengthMessage,
  );
});
