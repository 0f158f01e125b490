import {
  bearer,
  type DocumentedEndpoint,
  general,
  huge,
  one,
  tooManyRequests,
} from './support/zones-contract-cases.js';

const newPassword = 'a dozen quiet mountains';
const tooLarge = { body: { detail: 'The body must not exceed 65536 bytes' } };
const badToken = { body: { detail: 'The token is unknown, used or expired: request another email' } };
const nobody = { email: 'nobody@example.com' };
const tooManyEmails = {
  body: tooManyRequests({ limit: 20, resetsAt: '2026-03-01T13:00:00.000Z' }),
  headers: { 'retry-after': '3600' },
};
const tooManyTokens = {
  body: tooManyRequests({ limit: 60, resetsAt: '2026-03-01T12:15:00.000Z' }),
  headers: { 'retry-after': '900' },
};

/** Passwords and addresses of accounts, which the specification does not define. */
export const credentialEndpoints: readonly DocumentedEndpoint[] = [
  {
    id: 'ZONES-PASSWORD',
    method: 'POST',
    path: '/auth/password',
    cases: [
      one(
        'ZONES-PASSWORD',
        200,
        ({ changing }) => ({ path: '/auth/password', body: { ...changing, new_password: newPassword } }),
        { body: { username: 'a-changer', revoked_keys: 0 } },
      ),
      one(
        'ZONES-PASSWORD',
        400,
        ({ approved }) => ({ path: '/auth/password', body: { ...approved, new_password: 'Password1234' } }),
        { body: { detail: 'The new password is one of the most common passwords: choose a less common one' } },
      ),
      one(
        'ZONES-PASSWORD',
        401,
        ({ approved }) => ({
          path: '/auth/password',
          body: { ...approved, password: 'not the password', new_password: newPassword },
        }),
        { body: { detail: 'The username or the password is wrong' }, headers: bearer },
      ),
      one(
        'ZONES-PASSWORD',
        403,
        ({ pending }) => ({ path: '/auth/password', body: { ...pending, new_password: newPassword } }),
        { body: { detail: 'The account is not approved' } },
      ),
      one('ZONES-PASSWORD', 413, () => ({ path: '/auth/password', body: huge }), tooLarge),
      one(
        'ZONES-PASSWORD',
        429,
        ({ guessedUsername }) => ({
          path: '/auth/password',
          body: { username: guessedUsername, password: 'one more guess', new_password: newPassword },
        }),
        {
          body: tooManyRequests({ limit: 20, resetsAt: '2026-03-01T12:15:00.000Z' }),
          headers: { 'retry-after': '900' },
        },
      ),
      ...general('ZONES-PASSWORD', ({ approved }) => ({
        path: '/auth/password',
        body: { ...approved, new_password: newPassword },
      })),
    ],
  },
  {
    id: 'ZONES-PASSWORD-FORGOTTEN',
    method: 'POST',
    path: '/auth/password/forgotten',
    cases: [
      one('ZONES-PASSWORD-FORGOTTEN', 202, () => ({ path: '/auth/password/forgotten', body: nobody }), {
        body: nobody,
      }),
      one('ZONES-PASSWORD-FORGOTTEN', 400, () => ({ path: '/auth/password/forgotten', body: { email: 'nobody' } }), {
        body: { detail: 'email must be an email address' },
      }),
      one('ZONES-PASSWORD-FORGOTTEN', 413, () => ({ path: '/auth/password/forgotten', body: huge }), tooLarge),
      one(
        'ZONES-PASSWORD-FORGOTTEN',
        429,
        ({ busyAddress }) => ({ path: '/auth/password/forgotten', body: nobody, from: busyAddress }),
        tooManyEmails,
      ),
      ...general('ZONES-PASSWORD-FORGOTTEN', () => ({ path: '/auth/password/forgotten', body: nobody })),
    ],
  },
  {
    id: 'ZONES-PASSWORD-RESET',
    method: 'POST',
    path: '/auth/password/reset',
    cases: [
      one(
        'ZONES-PASSWORD-RESET',
        200,
        ({ tokens }) => ({ path: '/auth/password/reset', body: { token: tokens.reset, new_password: newPassword } }),
        { body: { username: 'a-trial', revoked_keys: 0 } },
      ),
      one(
        'ZONES-PASSWORD-RESET',
        400,
        () => ({ path: '/auth/password/reset', body: { token: 'zf_reset_x', new_password: newPassword } }),
        badToken,
      ),
      one('ZONES-PASSWORD-RESET', 413, () => ({ path: '/auth/password/reset', body: huge }), tooLarge),
      one(
        'ZONES-PASSWORD-RESET',
        429,
        ({ tokens, busyAddress }) => ({
          path: '/auth/password/reset',
          body: { token: tokens.reset, new_password: newPassword },
          from: busyAddress,
        }),
        tooManyTokens,
      ),
      ...general('ZONES-PASSWORD-RESET', ({ tokens }) => ({
        path: '/auth/password/reset',
        body: { token: tokens.reset, new_password: newPassword },
      })),
    ],
  },
  {
    id: 'ZONES-EMAIL-UNCONFIRMED',
    method: 'POST',
    path: '/auth/email/unconfirmed',
    cases: [
      one('ZONES-EMAIL-UNCONFIRMED', 202, () => ({ path: '/auth/email/unconfirmed', body: nobody }), { body: nobody }),
      one('ZONES-EMAIL-UNCONFIRMED', 400, () => ({ path: '/auth/email/unconfirmed', body: {} }), {
        body: { detail: 'email is required' },
      }),
      one('ZONES-EMAIL-UNCONFIRMED', 413, () => ({ path: '/auth/email/unconfirmed', body: huge }), tooLarge),
      one(
        'ZONES-EMAIL-UNCONFIRMED',
        429,
        ({ busyAddress }) => ({ path: '/auth/email/unconfirmed', body: nobody, from: busyAddress }),
        tooManyEmails,
      ),
      ...general('ZONES-EMAIL-UNCONFIRMED', () => ({ path: '/auth/email/unconfirmed', body: nobody })),
    ],
  },
  {
    id: 'ZONES-EMAIL-CONFIRM',
    method: 'POST',
    path: '/auth/email/confirm',
    cases: [
      one(
        'ZONES-EMAIL-CONFIRM',
        200,
        ({ tokens }) => ({ path: '/auth/email/confirm', body: { token: tokens.email } }),
        { body: { username: 'a-newcomer', email: 'a-newcomer@example.com' } },
      ),
      one(
        'ZONES-EMAIL-CONFIRM',
        400,
        ({ tokens }) => ({ path: '/auth/email/confirm', body: { token: tokens.reset } }),
        badToken,
      ),
      one('ZONES-EMAIL-CONFIRM', 413, () => ({ path: '/auth/email/confirm', body: huge }), tooLarge),
      one(
        'ZONES-EMAIL-CONFIRM',
        429,
        ({ tokens, busyAddress }) => ({
          path: '/auth/email/confirm',
          body: { token: tokens.email },
          from: busyAddress,
        }),
        tooManyTokens,
      ),
      ...general('ZONES-EMAIL-CONFIRM', ({ tokens }) => ({
        path: '/auth/email/confirm',
        body: { token: tokens.email },
      })),
    ],
  },
];
