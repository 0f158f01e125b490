import { nodeId } from '../../../platform/graph/index.js';
import { guidOf } from '../../licenses/support/license-world.js';
import type { Subjects } from './caller-matrix.js';
import {
  administrators,
  alertChanges,
  alerts,
  brandReaders,
  clients,
  everyCaller,
  mirror,
  operators,
  readers,
} from './caller-outcomes.js';
import type { Outcomes } from './callers.js';

/** A documented route, a request, and the expected outcome of each caller. */
export type RouteRow = readonly [
  route: string,
  request: (subjects: Subjects) => { path: string; init?: RequestInit },
  outcomes: Outcomes,
];

/** Outcomes as statuses: 401 and 403 instead of the codes. */
const statuses = (outcomes: Outcomes): Outcomes => {
  const entries = Object.entries(outcomes).map(([caller, outcome]) => [caller, statusOf[outcome] ?? outcome]);
  return Object.fromEntries(entries) as Outcomes; // The keys are the same callers.
};
const statusOf: Readonly<Record<string, string>> = { UNAUTHENTICATED: '401', FORBIDDEN: '403' };

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

export const routes: readonly RouteRow[] = [
  ['GET /alerts', () => ({ path: '/alerts' }), statuses(alerts('200 all', '200 own'))],
  ['GET /alerts', () => ({ path: '/alerts?tenant_id=globex' }), statuses(alerts('200 all', '200 ok'))],
  ['GET /alerts', () => ({ path: '/alerts?limit=0' }), statuses(alerts('422', '422'))],
  [
    'GET /alerts/{alert_id}',
    ({ foreignAlert }) => ({ path: `/alerts/${foreignAlert}` }),
    statuses(alerts('200 all', '404')),
  ],
  [
    'PATCH /alerts/{alert_id}',
    ({ foreignAlert }) => ({ path: `/alerts/${foreignAlert}`, init: json('PATCH', { status: 'open' }) }),
    statuses(alertChanges('200 all', '404')),
  ],
  [
    'PATCH /alerts/{alert_id}',
    ({ foreignAlert }) => ({ path: `/alerts/${foreignAlert}`, init: json('PATCH', {}) }),
    statuses(alertChanges('422', '422')),
  ],
  [
    'POST /api/alerts/inferences',
    () => ({
      path: '/api/alerts/inferences',
      init: { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: '\n' },
    }),
    statuses({ ...alertChanges('200 empty', '200 empty'), open: 'UNAUTHENTICATED', ingest: '200 empty' }),
  ],
  ['GET /api/alerts/export', () => ({ path: '/api/alerts/export' }), statuses(alerts('200 all', '200 own'))],
  [
    'GET /api/alerts/export',
    () => ({ path: '/api/alerts/export?format=csv&tenant_id=globex' }),
    statuses(alerts('200 all', '200 ok')),
  ],
  ['GET /api/endpoints/export', () => ({ path: '/api/endpoints/export' }), statuses(alerts('200 all', '200 own'))],
  ['GET /api/brands/blocklist', () => ({ path: '/api/brands/blocklist' }), statuses(brandReaders('200 ok', '200 ok'))],
  [
    'POST /feedback',
    ({ foreignAlert }) => ({
      path: '/feedback',
      init: json('POST', { alert_id: foreignAlert, is_true_positive: true }),
    }),
    statuses(alertChanges('200 ok', '404')),
  ],
  ['POST /feedback', () => ({ path: '/feedback', init: json('POST', {}) }), statuses(alertChanges('422', '422'))],
  ['GET /endpoints', () => ({ path: '/endpoints' }), statuses(alerts('200 all', '200 own'))],
  ['GET /health', () => ({ path: '/health' }), statuses(alerts('200 ok', '200 ok'))],
  ['GET /drive/notifications', () => ({ path: '/drive/notifications' }), everyCaller('405')],
  [
    'POST /drive/notifications',
    () => ({ path: '/drive/notifications', init: json('POST', { value: [] }) }),
    everyCaller('202'),
  ],
  [
    'POST /{tenant_id}/oauth2/v2.0/token',
    () => ({ path: '/any/oauth2/v2.0/token', init: form({ grant_type: 'password' }) }),
    everyCaller('400'),
  ],
  [
    'GET /v1.0/sites/{hostname}:/sites/{site_path}',
    ({ sitePath }) => ({ path: `/v1.0/sites/localhost:/sites/${sitePath}` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{hostname}:/{managed_path}/{site_path}',
    ({ sitePath }) => ({ path: `/v1.0/sites/localhost:/Sites/${sitePath}` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/root/delta',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root/delta` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/root/children',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root/children` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/items/{item_id}/children',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/items/root/children` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/items/{item_id}',
    ({ siteId, itemId }) => ({ path: `/v1.0/sites/${siteId}/drive/items/${itemId}` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/root:/{item_path}',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root:/nothing.txt` }),
    statuses(mirror('404')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/items/{item_id}/content',
    ({ siteId, itemId }) => ({ path: `/v1.0/sites/${siteId}/drive/items/${itemId}/content` }),
    statuses(mirror('302')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/root',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root` }),
    statuses(mirror('200 ok')),
  ],
  [
    "GET /v1.0/sites/{site_id}/drive/root/search(q='{query}')",
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root/search(q='')` }),
    statuses(mirror('200 ok')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/root:/{item_path}:/children',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root:/nothing:/children` }),
    statuses(mirror('404')),
  ],
  [
    'GET /v1.0/sites/{site_id}/drive/root:/{item_path}:/content',
    ({ siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/root:/nothing.txt:/content` }),
    statuses(mirror('404')),
  ],
  ['GET /v1.0/subscriptions', () => ({ path: '/v1.0/subscriptions' }), statuses(clients('200 empty'))],
  [
    'POST /v1.0/subscriptions',
    () => ({ path: '/v1.0/subscriptions', init: json('POST', []) }),
    statuses(clients('400')),
  ],
  [
    'GET /v1.0/subscriptions/{subscription_id}',
    () => ({ path: `/v1.0/subscriptions/${guidOf(9)}` }),
    statuses(clients('404')),
  ],
  [
    'PATCH /v1.0/subscriptions/{subscription_id}',
    () => ({ path: `/v1.0/subscriptions/${guidOf(9)}`, init: json('PATCH', []) }),
    statuses(clients('400')),
  ],
  [
    'DELETE /v1.0/subscriptions/{subscription_id}',
    () => ({ path: `/v1.0/subscriptions/${guidOf(9)}`, init: { method: 'DELETE' } }),
    statuses(clients('404')),
  ],
  ['POST /api/check-license/', () => ({ path: '/api/check-license/', init: json('POST', {}) }), everyCaller('400')],
  ['GET /api/get-licenses/', () => ({ path: '/api/get-licenses/' }), everyCaller('200 all')],
  ['GET /.well-known/jwks.json', () => ({ path: '/.well-known/jwks.json' }), everyCaller('200 ok')],
  [
    'GET /api/v1/download/{zone}',
    () => ({ path: '/api/v1/download/example.zone?search=shared' }),
    statuses(readers('200 ok')),
  ],
  ['GET /api/v1/download/{zone}', () => ({ path: '/api/v1/download/example.zone?limit=0' }), statuses(readers('400'))],
  [
    'GET /api/v1/export/{zone}',
    () => ({ path: '/api/v1/export/example.zone?search=shared' }),
    statuses(readers('200 ok')),
  ],
  ['GET /api/v1/zones/', () => ({ path: '/api/v1/zones/' }), statuses(readers('200 ok'))],
  ['GET /api/v1/rdap/zones', () => ({ path: '/api/v1/rdap/zones' }), statuses(readers('200 ok'))],
  ['GET /api/v1/rdap/{domain}', () => ({ path: '/api/v1/rdap/a.nowhere-at-all' }), statuses(readers('400'))],
  ['GET /auth/me', () => ({ path: '/auth/me' }), { ...statuses(readers('403')), account: '200 ok' }],
  ['GET /auth/api-keys', () => ({ path: '/auth/api-keys' }), { ...statuses(readers('403')), account: '200 ok' }],
  [
    'DELETE /auth/api-keys/{key_name}',
    () => ({ path: '/auth/api-keys/none', init: { method: 'DELETE' } }),
    { ...statuses(readers('403')), account: '404' },
  ],
  ['POST /auth/register', () => ({ path: '/auth/register', init: json('POST', {}) }), everyCaller('400')],
  [
    'POST /auth/api-keys/generate',
    () => ({ path: '/auth/api-keys/generate', init: json('POST', {}) }),
    everyCaller('400'),
  ],
  ...[
    '/auth/password',
    '/auth/password/forgotten',
    '/auth/password/reset',
    '/auth/email/unconfirmed',
    '/auth/email/confirm',
  ].map((path): RouteRow => [`POST ${path}`, () => ({ path, init: json('POST', {}) }), everyCaller('400')]),
  // Paths that belong to no documented service.
  ['GET /health/live', () => ({ path: '/health/live' }), everyCaller('200 ok')],
  ['GET /health/ready', () => ({ path: '/health/ready' }), everyCaller('200 ok')],
  ['GET /metrics', () => ({ path: '/metrics' }), { ...statuses(operators('200 ok')), open: '200 ok' }],
  ['GET /schema.graphql', () => ({ path: '/schema.graphql' }), everyCaller('200 ok')],
  ['GET /events', () => ({ path: '/events?types=alerts,nothing' }), statuses(alerts('400', '400'))],
  ['GET /openapi.json', () => ({ path: '/openapi.json' }), everyCaller('200')],
  ['GET /docs', () => ({ path: '/docs' }), everyCaller('302')],
];

/** An entity, the domain that resolves it, and the edges that this domain adds. */
export type EntityRow = readonly [
  entity: string,
  requested: (subjects: Subjects) => { representation: Record<string, unknown>; selection: string },
  outcomes: Outcomes,
];

/** A representation that does not depend on the subjects. */
const always = (representation: Record<string, unknown>, selection: string) => () => ({ representation, selection });

const foreignEndpoint = { tenantId: 'globex', hostname: 'both.shared.example' };

export const entities: readonly EntityRow[] = [
  // The caller has another id, and may read only itself.
  ['viewer Viewer', always({ id: 'operator:somebody' }, 'name'), everyCaller('empty')],
  [
    'zones Viewer',
    always({ id: 'account:somebody' }, 'account { username }'),
    { ...everyCaller('empty'), account: 'ok' },
  ],
  [
    'alerts Alert',
    ({ foreignAlert: id }) => ({
      representation: { id },
      selection: 'tenantId transitions { notes } verdicts { notes }',
    }),
    alerts('all', 'empty'),
  ],
  [
    'alerts Incident',
    ({ foreignIncident: id }) => ({ representation: { id }, selection: 'tenantId title' }),
    alerts('all', 'empty'),
  ],
  [
    'alerts Endpoint',
    always(foreignEndpoint, 'tenantId platform alertIds alerts { nodes { tenantId } }'),
    alerts('all', 'empty'),
  ],
  [
    'alerts Endpoint by its global id',
    always({ id: nodeId('Endpoint', foreignEndpoint.tenantId, foreignEndpoint.hostname) }, 'tenantId platform'),
    alerts('all', 'empty'),
  ],
  [
    'alerts Controller',
    always(
      { guid: guidOf(1), lastHostname: 'both.shared.example' },
      'endpoints { tenantId alerts { nodes { tenantId } } }',
    ),
    alerts(),
  ],
  ['alerts Domain', always({ name: 'shared.example' }, 'endpoints { tenantId hostname }'), alerts()],
  [
    'zones Domain',
    always({ name: 'shared.example' }, 'name observations { zone } history { nodes { zone } }'),
    readers(),
  ],
  [
    'zones Domain by its global id',
    always({ id: nodeId('Domain', 'shared.example') }, 'name observations { zone }'),
    { ...readers(), account: 'FORBIDDEN' },
  ],
  [
    'zones Brand',
    ({ foreignBrand: id }) => ({ representation: { id }, selection: 'tenantId name' }),
    brandReaders('all', 'empty'),
  ],
  [
    'zones BrandHit',
    ({ foreignHit: id }) => ({ representation: { id }, selection: 'tenantId name' }),
    brandReaders('all', 'empty'),
  ],
  [
    'zones BulkRegistration',
    always({ id: nodeId('BulkRegistration', '00000000-0000-4000-8000-000000000000') }, 'zone pattern'),
    { ...readers('empty'), account: 'FORBIDDEN' },
  ],
  [
    'zones Alert',
    ({ foreignAlert: id }) => ({ representation: { id }, selection: 'brandHits { tenantId }' }),
    brandReaders('empty', 'empty'),
  ],
  ['zones Zone', always({ id: nodeId('Zone', 'example') }, 'name'), readers()],
  [
    'zones ZoneImport',
    always({ id: nodeId('ZoneImport', guidOf(9)) }, 'zone'),
    { ...readers('empty'), account: 'FORBIDDEN' },
  ],
  ['zones Account', always({ id: nodeId('Account', guidOf(9)) }, 'username'), administrators('empty')],
  ['zones Mail', always({ id: nodeId('Mail', guidOf(9)) }, 'recipient'), administrators('empty')],
  [
    'zones Endpoint',
    always({ tenantId: 't', hostname: 'www.shared.example' }, 'domain { name }'),
    { ...readers(), account: 'FORBIDDEN' },
  ],
  ['licenses Controller', always({ guid: guidOf(2) }, 'hostname version'), operators('all')],
  ['licenses Controller', always({ id: nodeId('Controller', guidOf(2)) }, 'hostname version'), operators('all')],
  ['audit AuditEntry', always({ id: nodeId('AuditEntry', '1') }, 'sequence'), administrators()],
  [
    'licenses Endpoint',
    always({ tenantId: 't', hostname: 'globex-1.shared.example' }, 'controllers { hostname }'),
    operators('all'),
  ],
  ['licenses Domain', always({ name: 'shared.example' }, 'controllers { hostname }'), operators('all')],
  [
    'drive DriveItem',
    ({ siteId, itemId }) => ({
      representation: { id: nodeId('DriveItem', siteId, itemId) },
      selection: 'name evidence { notes } alerts { id }',
    }),
    operators('all'),
  ],
  [
    'drive DriveSite',
    ({ siteId }) => ({
      representation: { id: nodeId('DriveSite', siteId) },
      selection: 'name items { nodes { name } } counts { files }',
    }),
    operators(),
  ],
  ['drive DriveSyncRun', always({ id: nodeId('DriveSyncRun', '1') }, 'outcome'), operators()],
  [
    'drive Alert',
    ({ foreignAlert: id }) => ({ representation: { id }, selection: 'evidence { notes }' }),
    operators('all'),
  ],
  [
    'drive Endpoint',
    ({ foreignAlert }) => ({
      representation: { tenantId: 't', hostname: 'h', alertIds: [foreignAlert] },
      selection: 'evidence { notes }',
    }),
    operators('all'),
  ],
];
