import { describe, expect, test } from 'vitest';
import { emailConfirmationMail, passwordChangedMail, passwordResetMail } from './credential-mail-text.js';
import { confirmationMail, defaultKeyMail } from './mail-text.js';

const publicUrl = 'https://feed.example';
const token = 'zf_token';
const account = { username: 'ada', publicUrl };
const trial = { tier: 'trial', startedAt: 0, expiresAt: Date.parse('1970-01-08T12:34:56Z') } as const;
const key = { key: 'zf_live_key', keyName: 'default', keyExpiresAt: Date.parse('2027-01-02T03:04:05Z') };

function textsOf(data: { username: string; publicUrl: string }) {
  return {
    emailConfirmation: emailConfirmationMail({ ...data, token }).text,
    passwordReset: passwordResetMail({ ...data, token }).text,
    passwordChanged: passwordChangedMail(data).text,
    confirmation: confirmationMail({ ...data, subscription: trial }).text,
    defaultKey: defaultKeyMail({ ...data, ...key, subscription: trial }).text,
  };
}

describe('every email', () => {
  // RFC 5322, section 2.1.1.
  test.each(Object.entries(textsOf(account)))(
    'addresses the account holder and has lines of at most 78 characters: %s',
    (_, text) => {
      expect(text).toMatch(/^Hello ada,\n\n/);
      expect(text).toMatch(/[^\n]\n$/);
      expect(text.split('\n').filter((line) => line.length > 78)).toEqual([]);
    },
  );

  test.each(Object.entries(textsOf({ ...account, publicUrl: '' })))(
    'contains no URL if public_url is not set: %s',
    (_, text) => {
      expect(text).not.toMatch(/:\/\/|#|Address:/);
    },
  );
});

describe('the email', () => {
  const texts = textsOf(account);

  test.each([
    [
      'to confirm an email address contains the URL of its page',
      texts.emailConfirmation,
      `    ${publicUrl}/#/confirm-email?token=${token}`,
    ],
    [
      'to confirm an email address contains its request',
      texts.emailConfirmation,
      `    POST ${publicUrl}/auth/email/confirm`,
    ],
    ['to confirm an email address contains the fields', texts.emailConfirmation, '    {"token": "<token>"}'],
    ['to confirm an email address contains the token alone', texts.emailConfirmation, `    ${token}`],
    [
      'to reset a password contains the URL of its page',
      texts.passwordReset,
      `    ${publicUrl}/#/reset-password?token=${token}`,
    ],
    ['to reset a password contains its request', texts.passwordReset, `    POST ${publicUrl}/auth/password/reset`],
    ['to reset a password contains the fields', texts.passwordReset, '    {"token": "<token>", "new_password": "..."}'],
    ['to reset a password contains the token alone', texts.passwordReset, `    ${token}`],
    [
      'about a changed password contains the request to reset it',
      texts.passwordChanged,
      `    POST ${publicUrl}/auth/password/forgotten`,
    ],
    ['of an approval contains the tier', texts.confirmation, 'Subscription:  Trial'],
    ['of an approval contains the start', texts.confirmation, 'From:          1970-01-01 00:00 UTC'],
    ['of an approval contains the end', texts.confirmation, 'Until:         1970-01-08 12:34 UTC'],
    ['of an approval contains the quota', texts.confirmation, 'Queries:       100 in the trial'],
    ['of an approval contains the URL', texts.confirmation, `Address:       ${publicUrl}`],
    ['with a key contains it alone', texts.defaultKey, '    zf_live_key'],
    ['with a key contains its name', texts.defaultKey, 'Name:          default'],
    ['with a key contains its expiration', texts.defaultKey, 'Valid until:   2027-01-02 03:04 UTC'],
    ['with a key contains the header', texts.defaultKey, '    Authorization: Bearer <API_KEY>'],
    ['with a key contains the quota', texts.defaultKey, 'Queries:       100 in the trial'],
  ])('%s on a separate line', (_, text, line) => {
    expect(text.split('\n').filter((each) => each === line)).toHaveLength(1);
  });

  test('contains the monthly quota of a paid tier', () => {
    const { text } = confirmationMail({ ...account, subscription: { ...trial, tier: 'basic' } });
    expect(text).toMatch(/Subscription: +Basic\n[\s\S]*Queries: +1000 per month\n/);
  });
});
