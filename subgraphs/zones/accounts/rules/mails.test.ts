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
    emailConfirmation: emailConfirmationMail({ ...data, token: `zf_email_${'x'.repeat(36)}` }).text,
    passwordReset: passwordResetMail({ ...data, token: `zf_reset_${'x'.repeat(36)}` }).text,
    passwordChanged: passwordChangedMail(data).text,
    confirmation: confirmationMail({ ...data, subscription: trial }).text,
    defaultKey: defaultKeyMail({ ...data, ...key, subscription: trial }).text,
  };
}

describe('every email', () => {
  // Longer lines would make the message quoted-printable (RFC 2045, section 6.7).
  test.each(Object.entries(textsOf(account)))(
    'addresses the account holder and has lines of at most 76 characters, except links to pages: %s',
    (_, text) => {
      expect(text).toMatch(/^Hello ada,\n\n/);
      expect(text).toMatch(/[^\n]\n$/);
      expect(text.split('\n').filter((line) => line.length > 76 && !line.includes('/#/'))).toEqual([]);
    },
  );

  test.each(Object.entries(textsOf({ ...account, publicUrl: '' })))(
    'contains no URL if public_url is not set: %s',
    (_, text) => {
      expect(text).not.toMatch(/:\/\/|#|Address:/);
    },
  );
});

function linesOf(...lines: string[]): string {
  return `${lines.join('\n')}\n`;
}

const subscriptionLines = [
  'Subscription:  Trial',
  'From:          1970-01-01 00:00 UTC',
  'Until:         1970-01-08 12:34 UTC',
  'Queries:       100 in the trial',
  'Address:       https://feed.example',
];

describe('the text of the email', () => {
  test('to confirm an email address contains the page, the request, and the token on its own line', () => {
    expect(emailConfirmationMail({ ...account, token })).toEqual({
      subject: 'Confirm your email address',
      text: linesOf(
        'Hello ada,',
        '',
        'A domain zone feed account was registered with your email address.',
        'An administrator can approve it after you confirm the address.',
        '',
        'Open this page:',
        '',
        '    https://feed.example/#/confirm-email?token=zf_token',
        '',
        'Or send this token:',
        '',
        '    zf_token',
        '',
        '    POST https://feed.example/auth/email/confirm',
        '    {"token": "<token>"}',
        '',
        'The token can be used once within seven days. If this was not you, ignore',
        'this email.',
      ),
    });
  });

  test('to reset a password contains the page, the request, and the token on its own line', () => {
    expect(passwordResetMail({ ...account, token })).toEqual({
      subject: 'Choose a new password',
      text: linesOf(
        'Hello ada,',
        '',
        'A new password was requested for your domain zone feed account.',
        '',
        'Open this page:',
        '',
        '    https://feed.example/#/reset-password?token=zf_token',
        '',
        'Or send this token:',
        '',
        '    zf_token',
        '',
        '    POST https://feed.example/auth/password/reset',
        '    {"token": "<token>", "new_password": "..."}',
        '',
        'The token can be used once within one hour. If this was not you, ignore this',
        'email: your password remains unchanged.',
      ),
    });
  });

  test.each([emailConfirmationMail, passwordResetMail])(
    'with a token contains no page if public_url is not set: %#',
    (mail) => {
      const { text } = mail({ ...account, publicUrl: '', token });
      expect(text).toMatch(/\.\n\nSend this token to the zone feed:\n\n {4}zf_token\n\n {4}POST \/auth\//);
    },
  );

  test('about a changed password contains the request to reset it', () => {
    expect(passwordChangedMail(account)).toEqual({
      subject: 'Your password was changed',
      text: linesOf(
        'Hello ada,',
        '',
        'The password of your domain zone feed account was changed. If this was',
        'not you, immediately request a token to reset it, and set "revoke_keys" to',
        'true when you use the token, so all of your API keys stop working:',
        '',
        '    POST https://feed.example/auth/password/forgotten',
      ),
    });
  });

  test('about an approval contains the subscription', () => {
    expect(confirmationMail({ ...account, subscription: trial })).toEqual({
      subject: 'Your account is approved',
      text: linesOf(
        'Hello ada,',
        '',
        'Your domain zone feed account is approved. Your API key follows in',
        'a separate email.',
        '',
        ...subscriptionLines,
      ),
    });
  });

  test('with a key contains the key on its own line, and the subscription', () => {
    expect(defaultKeyMail({ ...account, ...key, subscription: trial })).toEqual({
      subject: 'Your API key',
      text: linesOf(
        'Hello ada,',
        '',
        'This is your API key. It is not shown again; store it securely.',
        '',
        '    zf_live_key',
        '',
        'Name:          default',
        'Valid until:   2027-01-02 03:04 UTC',
        '',
        'Send it with each request:',
        '',
        '    Authorization: Bearer <API_KEY>',
        '',
        ...subscriptionLines,
        '',
        'If you receive this email twice, the keys of both emails are valid.',
      ),
    });
  });

  test.each([
    ['basic', 'Basic', 1000],
    ['enterprise', 'Enterprise', 10_000],
  ] as const)(
    'contains the monthly quota of the tier %s, and no address if public_url is not set',
    (tier, name, queries) => {
      const { text } = confirmationMail({ ...account, publicUrl: '', subscription: { ...trial, tier } });
      expect(text).toMatch(new RegExp(`Subscription:  ${name}\n.*\n.*\nQueries:       ${queries} per month\n$`));
    },
  );
});
