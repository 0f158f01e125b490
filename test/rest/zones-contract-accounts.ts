import {
  apiKeyCases,
  bearer,
  type DocumentedEndpoint,
  general,
  huge,
  newAccount,
  newKey,
  one,
  tooManyRequests,
} from './support/zones-contract-cases.js';

/** Accounts and keys: specification, sections 4 and 5. */
export const accountEndpoints: readonly DocumentedEndpoint[] = [
  {
    id: 'ZONES-REGISTER',
    method: 'POST',
    path: '/auth/register',
    cases: [
      one('ZONES-REGISTER', 201, () => ({ path: '/auth/register', body: newAccount }), {
        body: { username: newAccount.username, email: newAccount.email, status: 'pending' },
      }),
      one('ZONES-REGISTER', 400, () => ({ path: '/auth/register', body: { ...newAccount, password: 'short' } }), {
        body: { detail: 'password must have 12 to 256 characters' },
      }),
      one(
        'ZONES-REGISTER',
        409,
        ({ approved }) => ({ path: '/auth/register', body: { ...newAccount, username: approved.username } }),
        { body: { detail: 'An account with this username or email address already exists' } },
      ),
      one('ZONES-REGISTER', 413, () => ({ path: '/auth/register', body: huge }), {
        body: { detail: 'The body must not exceed 65536 bytes' },
      }),
      one(
        'ZONES-REGISTER',
        429,
        ({ busyAddress }) => ({ path: '/auth/register', body: newAccount, from: busyAddress }),
        {
          body: tooManyRequests({ limit: 30, resetsAt: '2026-03-01T13:00:00.000Z' }),
          headers: { 'retry-after': '3600' },
        },
      ),
      ...general('ZONES-REGISTER', () => ({ path: '/auth/register', body: newAccount })),
    ],
  },
  {
    id: 'ZONES-GENERATE-KEY',
    method: 'POST',
    path: '/auth/api-keys/generate',
    cases: [
      one(
        'ZONES-GENERATE-KEY',
        201,
        ({ approved }) => ({ path: '/auth/api-keys/generate', body: { ...approved, ...newKey } }),
        { body: { name: 'a new key', created_at: '2026-03-01T12:00:00.000Z', expires_at: '2026-03-31T12:00:00.000Z' } },
      ),
      one('ZONES-GENERATE-KEY', 400, ({ approved }) => ({ path: '/auth/api-keys/generate', body: approved }), {
        body: { detail: 'name is required' },
      }),
      one(
        'ZONES-GENERATE-KEY',
        401,
        ({ approved }) => ({
          path: '/auth/api-keys/generate',
          body: { ...approved, ...newKey, password: 'not the password' },
        }),
        { body: { detail: 'The username or the password is wrong' }, headers: bearer },
      ),
      one(
        'ZONES-GENERATE-KEY',
        403,
        ({ pending }) => ({ path: '/auth/api-keys/generate', body: { ...pending, ...newKey } }),
        { body: { detail: 'The account is not approved' } },
      ),
      one(
        'ZONES-GENERATE-KEY',
        409,
        ({ approved }) => ({ path: '/auth/api-keys/generate', body: { ...approved, name: 'default' } }),
        { body: { detail: 'An active API key is already named default: choose another name' } },
      ),
      one('ZONES-GENERATE-KEY', 413, () => ({ path: '/auth/api-keys/generate', body: huge }), {
        body: { detail: 'The body must not exceed 65536 bytes' },
      }),
      one(
        'ZONES-GENERATE-KEY',
        429,
        ({ guessedUsername }) => ({
          path: '/auth/api-keys/generate',
          body: { username: guessedUsername, password: 'one more guess', name: 'x' },
        }),
        {
          body: tooManyRequests({ limit: 20, resetsAt: '2026-03-01T12:15:00.000Z' }),
          headers: { 'retry-after': '900' },
        },
      ),
      ...general('ZONES-GENERATE-KEY', ({ approved }) => ({
        path: '/auth/api-keys/generate',
        body: { ...approved, name: 'another key' },
      })),
    ],
  },
  {
    id: 'ZONES-LIST-KEYS',
    method: 'GET',
    path: '/auth/api-keys',
    cases: [
      one('ZONES-LIST-KEYS', 200, ({ keys }) => ({ path: '/auth/api-keys', key: keys.trial }), {
        body: [
          { name: 'default', created_at: '2026-03-01T12:00:00.000Z', expires_at: '2026-03-08T12:00:00.000Z' },
          { name: 'test', last_used_at: '2026-03-01T12:00:00.000Z' },
        ],
      }),
      ...apiKeyCases('ZONES-LIST-KEYS', '/auth/api-keys'),
    ],
  },
  {
    id: 'ZONES-DELETE-KEY',
    method: 'DELETE',
    path: '/auth/api-keys/{key_name}',
    cases: [
      one('ZONES-DELETE-KEY', 200, ({ keys }) => ({ path: '/auth/api-keys/spare%20key', key: keys.enterprise }), {
        body: { detail: 'API key spare key deleted' },
      }),
      one('ZONES-DELETE-KEY', 404, ({ keys }) => ({ path: '/auth/api-keys/none', key: keys.enterprise }), {
        body: { detail: 'API key none not found' },
      }),
      ...apiKeyCases('ZONES-DELETE-KEY', '/auth/api-keys/default'),
    ],
  },
  {
    id: 'ZONES-ME',
    method: 'GET',
    path: '/auth/me',
    cases: [
      one('ZONES-ME', 200, ({ keys }) => ({ path: '/auth/me', key: keys.trial }), {
        body: {
          username: 'a-trial',
          email: 'a-trial@example.com',
          status: 'approved',
          created_at: '2026-03-01T12:00:00.000Z',
          subscription: {
            tier: 'trial',
            status: 'active',
            started_at: '2026-03-01T12:00:00.000Z',
            expires_at: '2026-03-08T12:00:00.000Z',
          },
          quota: { limit: 100, used: 0, remaining: 100, resets_at: '2026-03-08T12:00:00.000Z' },
        },
      }),
      ...apiKeyCases('ZONES-ME', '/auth/me'),
    ],
  },
];
