/**
 * The documented endpoints of the domain zone feed as data: specification, sections 4 and 7; design, "Zones". Ids are permanent.
 * What each case expects is written out here, not derived from the code under test.
 */

/** In which state the service is when the request comes. */
export type World =
  | 'working'
  /** The database cannot be reached. */
  | 'detached'
  /** Something breaks that nobody foresaw. */
  | 'broken'
  /** The time of the request is up. */
  | 'slow';

/** What exists in the working world. */
export interface Facts {
  /** Keys of accounts. */
  readonly keys: {
    readonly enterprise: string;
    readonly trial: string;
    /** Its subscription has expired. */
    readonly expired: string;
    /** A trial without queries left. */
    readonly exhausted: string;
    /** All look-ups of this minute are used up. */
    readonly hurried: string;
  };
  readonly approved: Credentials;
  readonly pending: Credentials;
  /** A page of a search that is somebody else's: pit and after. */
  readonly foreignPage: string;
  /** An address that has registered, and a name that was guessed at, too often. */
  readonly busyAddress: string;
  readonly guessedUsername: string;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface ContractRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** The client's address. */
  readonly from?: string;
}

export interface ContractCase {
  readonly id: string;
  readonly status: number;
  readonly world: World;
  request(facts: Facts): ContractRequest;
  /** Properties of the body; of an error, all of it. */
  readonly body: unknown;
  /** Headers that the answer has, by their text or their form. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
}

export interface DocumentedEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly cases: readonly ContractCase[];
}

type Request = ContractCase['request'];

const wrongKey = 'zf_live_0000000000000000000000000000000000000';
const unauthorized = { detail: 'Invalid, missing or expired API key' };
const bearer = { 'www-authenticate': 'Bearer' };
const expired = {
  detail: {
    error: 'subscription_expired',
    message: 'The subscription has expired',
    renew_url: 'https://feed.example/renew',
  },
};
const huge = { username: 'x'.repeat(70_000) };
/** What the quota headers of the data endpoints look like. */
const quota = {
  'ratelimit-limit': /^(100|1000|10000)$/,
  'ratelimit-remaining': /^\d+$/,
  'ratelimit-reset': /^[1-9]\d*$/,
};

function one(id: string, status: number, request: Request, rest: Pick<ContractCase, 'body' | 'headers'>): ContractCase {
  return { id: `${id}-${status}`, status, world: 'working', request, ...rest };
}

/** Statuses that every endpoint has. */
function general(id: string, request: Request): ContractCase[] {
  const failing = (status: number, world: World, detail: string): ContractCase => ({
    ...one(id, status, request, { body: { detail } }),
    world,
  });
  return [
    failing(500, 'broken', 'Internal Server Error'),
    failing(503, 'detached', 'The zone feed is not available at the moment'),
    failing(504, 'slow', 'The request took too long. Ask for less at once, or try again later.'),
  ];
}

/** Statuses of every endpoint that asks for a key. */
function withKey(id: string, path: string): ContractCase[] {
  return [
    one(id, 401, () => ({ path, key: wrongKey }), { body: unauthorized, headers: bearer }),
    one(id, 403, ({ keys }) => ({ path, key: keys.expired }), { body: expired }),
    ...general(id, ({ keys }) => ({ path, key: keys.enterprise })),
  ];
}

/** The message is for people: any text will do. */
const anyText = { asymmetricMatch: (value: unknown) => typeof value === 'string' };

function rdapError(code: string, more: object = {}): object {
  return { detail: { error: code, code, message: anyText, ...more } };
}

const newAccount = { username: 'a.new-account', email: 'new@example.com', password: 'correct horse battery' };
const newKey = { name: 'a new key', expires_in_days: 30 };
const download = '/api/v1/download/com.zone';

export const zonesContract: readonly DocumentedEndpoint[] = [
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
        { body: { detail: 'There is an account with this username or e-mail address already' } },
      ),
      one('ZONES-REGISTER', 413, () => ({ path: '/auth/register', body: huge }), {
        body: { detail: 'The body must not exceed 65536 bytes' },
      }),
      one(
        'ZONES-REGISTER',
        429,
        ({ busyAddress }) => ({ path: '/auth/register', body: newAccount, from: busyAddress }),
        {
          body: { detail: 'Too many requests, try again later' },
          headers: { 'retry-after': /^[1-9]\d*$/ },
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
        { body: { detail: 'There is an active API key named default already' } },
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
        { body: { detail: 'Too many requests, try again later' }, headers: { 'retry-after': /^[1-9]\d*$/ } },
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
      ...withKey('ZONES-LIST-KEYS', '/auth/api-keys'),
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
      ...withKey('ZONES-DELETE-KEY', '/auth/api-keys/default'),
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
      ...withKey('ZONES-ME', '/auth/me'),
    ],
  },
  {
    id: 'ZONES-DOWNLOAD',
    method: 'GET',
    path: '/api/v1/download/{zone}',
    cases: [
      one('ZONES-DOWNLOAD', 200, ({ keys }) => ({ path: `${download}?search=exa`, key: keys.enterprise }), {
        body: {
          results: [
            { domain: 'example.com', status: 'active', data: 'ns1.example.net.', timestamp: Date.UTC(2026, 2, 1, 6) },
          ],
        },
        headers: quota,
      }),
      one('ZONES-DOWNLOAD', 400, ({ keys }) => ({ path: `${download}?skip=100`, key: keys.enterprise }), {
        body: { detail: 'skip is no longer supported: page with after and pit instead' },
        headers: quota,
      }),
      one('ZONES-DOWNLOAD', 404, ({ keys }) => ({ path: `${download}?search=nobody`, key: keys.enterprise }), {
        body: { detail: 'No domains found' },
        headers: quota,
      }),
      one(
        'ZONES-DOWNLOAD',
        410,
        ({ keys, foreignPage }) => ({ path: `/api/v1/download/com.zone?limit=1&${foreignPage}`, key: keys.enterprise }),
        { body: { detail: 'The pit has expired; restart from page 1' }, headers: quota },
      ),
      one(
        'ZONES-DOWNLOAD',
        429,
        ({ keys }) => ({ path: `${download}?search=exa&start=2026-03-01T00:00:00Z`, key: keys.exhausted }),
        {
          body: {
            detail: {
              message: 'The queries of this period are used up',
              tier: 'trial',
              limit: 100,
              used: 100,
              resets_at: '2026-03-08T12:00:00.000Z',
            },
          },
          headers: { ...quota, 'ratelimit-remaining': '0', 'retry-after': '604800' },
        },
      ),
      ...withKey('ZONES-DOWNLOAD', `${download}?search=exa`),
    ],
  },
  {
    id: 'ZONES-LIST',
    method: 'GET',
    path: '/api/v1/zones/',
    cases: [
      one('ZONES-LIST', 200, ({ keys }) => ({ path: '/api/v1/zones/', key: keys.trial }), {
        body: [{ zone: 'com.zone', domains: 3, observations: 3, last_import_at: '2026-03-01T06:00:00.000Z' }],
        headers: quota,
      }),
      ...withKey('ZONES-LIST', '/api/v1/zones/'),
    ],
  },
  {
    id: 'ZONES-RDAP',
    method: 'GET',
    path: '/api/v1/rdap/{domain}',
    cases: [
      one('ZONES-RDAP', 200, ({ keys }) => ({ path: '/api/v1/rdap/example.com', key: keys.enterprise }), {
        body: { domain: 'example.com' },
        headers: quota,
      }),
      one('ZONES-RDAP', 400, ({ keys }) => ({ path: '/api/v1/rdap/www.example.com', key: keys.enterprise }), {
        body: rdapError('invalid_domain'),
        headers: quota,
      }),
      one('ZONES-RDAP', 404, ({ keys }) => ({ path: '/api/v1/rdap/missing.com', key: keys.enterprise }), {
        body: rdapError('domain_not_found'),
        headers: quota,
      }),
      one('ZONES-RDAP', 429, ({ keys }) => ({ path: '/api/v1/rdap/one-more.com', key: keys.hurried }), {
        body: rdapError('rdap_rate_limited', { resets_at: '2026-03-01T12:01:00.000Z' }),
        headers: { ...quota, 'retry-after': /^[1-9]\d*$/ },
      }),
      one('ZONES-RDAP', 502, ({ keys }) => ({ path: '/api/v1/rdap/broken.com', key: keys.enterprise }), {
        body: rdapError('rdap_upstream_error'),
        headers: quota,
      }),
      ...withKey('ZONES-RDAP', '/api/v1/rdap/example.com'),
    ],
  },
  {
    id: 'ZONES-RDAP-ZONES',
    method: 'GET',
    path: '/api/v1/rdap/zones',
    cases: [
      one('ZONES-RDAP-ZONES', 200, ({ keys }) => ({ path: '/api/v1/rdap/zones', key: keys.enterprise }), {
        body: ['com'],
        headers: quota,
      }),
      ...withKey('ZONES-RDAP-ZONES', '/api/v1/rdap/zones'),
    ],
  },
];
