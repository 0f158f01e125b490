const key = {
  name: 'laptop',
  prefix: 'zf_live_4fQ2',
  created_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2027-03-01T12:00:00.000Z',
};

const account = {
  id: '5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11',
  username: 'ada',
  email: 'ada@example.com',
};

/** A shortened example of a registry's response. */
const raw = { objectClassName: 'domain', ldhName: 'EXAMPLE.COM', status: ['client transfer prohibited'] };

/** An example of a successful response of each endpoint for OpenAPI, by the name of its operation. */
export const zonesExamples: Readonly<Record<string, unknown>> = {
  RegisterAccount: { ...account, status: 'pending' },
  ChangePassword: { username: account.username, revoked_keys: 0 },
  RequestPasswordReset: { email: account.email },
  ResetPassword: { username: account.username, revoked_keys: 2 },
  RequestEmailConfirmation: { email: account.email },
  ConfirmEmail: { username: account.username, email: account.email },
  GenerateApiKey: {
    name: key.name,
    key: 'zf_live_4fQ2mB7cX9kT1rW5yZ8aE3nL6sD0uHgVqJpK',
    created_at: key.created_at,
    expires_at: key.expires_at,
  },
  ListApiKeys: [{ ...key, last_used_at: '2026-03-02T08:30:00.000Z' }],
  DeleteApiKey: { detail: 'API key laptop deleted' },
  GetMe: {
    ...account,
    status: 'approved',
    created_at: '2026-02-28T09:00:00.000Z',
    subscription: {
      tier: 'basic',
      status: 'active',
      started_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2027-03-01T12:00:00.000Z',
    },
    quota: { limit: 1000, used: 12, remaining: 988, resets_at: '2026-04-01T12:00:00.000Z' },
  },
  DownloadZone: {
    results: [
      { domain: 'example.com', status: 'active', data: 'a.iana-servers.net.', timestamp: 1772366400000 },
      { domain: 'example.com', status: 'inactive', data: 'b.iana-servers.net.', timestamp: 1772366400000 },
    ],
    pit: 'k3Jw8v2QmT7xYb1nR5sL0A',
    next_cursor: 'WyJleGFtcGxlLmNvbSJd',
  },
  ListZones: [
    { zone: 'com.zone', domains: 157000000, observations: 361000000, last_import_at: '2026-03-01T12:00:00.000Z' },
  ],
  LookUpDomain: {
    domain: 'example.com',
    unicode_name: 'example.com',
    handle: '2336799_DOMAIN_COM-VRSN',
    source: 'https://rdap.verisign.com/com/v1/domain/example.com',
    registrar: { name: 'RESERVED-Internet Assigned Numbers Authority', iana_id: '376', url: null },
    lifecycle: {
      registered: '1995-08-14T04:00:00.000Z',
      expires: '2026-08-13T04:00:00.000Z',
      last_changed: '2025-08-14T07:01:39.000Z',
      transferred: null,
      rdap_updated: '2026-03-01T11:59:50.000Z',
    },
    statuses: ['clientTransferProhibited'],
    abuse_contacts: [{ email: 'abuse@registrar.example', phone: '+1.5555551234', source: 'registrar' }],
    nameservers: ['a.iana-servers.net', 'b.iana-servers.net'],
    dnssec: true,
    redacted: [],
    fetched_at: '2026-03-01T12:00:00.000Z',
    cached: false,
    raw,
  },
  ListRdapZones: ['com', 'net', 'org'],
};
