import {
  apiKeyCases,
  type DocumentedEndpoint,
  download,
  one,
  quota,
  rdapError,
} from './support/zones-contract-cases.js';

/** Observations, zones and lookups: specification, sections 4 and 7. */
export const dataEndpoints: readonly DocumentedEndpoint[] = [
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
              message: 'The query quota of this period is used up',
              tier: 'trial',
              limit: 100,
              used: 100,
              resets_at: '2026-03-08T12:00:00.000Z',
            },
          },
          headers: { ...quota, 'ratelimit-remaining': '0', 'retry-after': '604800' },
        },
      ),
      ...apiKeyCases('ZONES-DOWNLOAD', `${download}?search=exa`),
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
      ...apiKeyCases('ZONES-LIST', '/api/v1/zones/'),
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
        body: rdapError('rdap_rate_limited', {
          tier: 'basic',
          limit: 10,
          used: 10,
          resets_at: '2026-03-01T12:01:00.000Z',
        }),
        headers: { ...quota, 'retry-after': /^[1-9]\d*$/ },
      }),
      one('ZONES-RDAP', 502, ({ keys }) => ({ path: '/api/v1/rdap/broken.com', key: keys.enterprise }), {
        body: rdapError('rdap_upstream_error'),
        headers: quota,
      }),
      ...apiKeyCases('ZONES-RDAP', '/api/v1/rdap/example.com'),
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
      ...apiKeyCases('ZONES-RDAP-ZONES', '/api/v1/rdap/zones'),
    ],
  },
];
