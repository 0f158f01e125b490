import { nodeId } from '../../../platform/graph/index.js';
import { guidOf } from '../../licenses/support/license-world.js';
import {
  administrators,
  alertChanges,
  alerts,
  brandReaders,
  everyCaller,
  operators,
  readers,
  ruleReaders,
} from './caller-outcomes.js';
import type { Outcomes } from './callers.js';

/** The objects of the rows: an alert and an endpoint of each tenant, one item, one account. */
export interface Subjects {
  readonly ownAlert: string;
  readonly foreignAlert: string;
  /** Global ids of incidents that have these alerts only. */
  readonly ownIncident: string;
  readonly foreignIncident: string;
  /** Global ids of brands of these tenants, each with a hit. */
  readonly ownBrand: string;
  readonly foreignBrand: string;
  readonly foreignHit: string;
  /** Watches and bulk lookups of these tenants. */
  readonly foreignWatch: string;
  readonly foreignLookup: string;
  readonly siteId: string;
  readonly itemId: string;
  /** The served site, as in its documented path. */
  readonly sitePath: string;
}

/** A root field, its selection, and the expected outcome of each caller. */
export type FieldRow = readonly [field: string, selection: (subjects: Subjects) => string, outcomes: Outcomes];

export const unknownId = '00000000-0000-4000-8000-000000000000';

/** The root fields of `Query`. */
export const queries: readonly FieldRow[] = [
  ['alert', ({ foreignAlert }) => `alert(id: "${foreignAlert}") { tenantId }`, alerts('all', 'NOT_FOUND')],
  [
    'alerts',
    () =>
      'alerts { totalCount nodes { tenantId relatedEndpoints relatedAlerts { tenantId } } facets { endpoint { tenantId value } model { value } } }',
    alerts(),
  ],
  ['alertAccess', () => 'alertAccess { tenantId }', alerts('empty', 'own')],
  ['alertAccess', () => 'alertAccess(toChange: true) { tenantId }', alertChanges('empty', 'own')],
  ['alertAccess', () => 'alertAccess { canChange }', { ...alerts('ok', 'ok'), viewer: 'no', tenantViewer: 'no' }],
  ...['TENANT', 'ENDPOINT', 'MODEL'].map(
    (field): FieldRow => ['alertFilterValues', () => `alertFilterValues(field: ${field}) { value }`, alerts()],
  ),
  ['bulkAlertChange', () => `bulkAlertChange(id: "${unknownId}") { id }`, alerts('empty', 'empty')],
  ['bulkAlertChanges', () => 'bulkAlertChanges { id }', alerts('empty', 'empty')],
  ['policyBacktest', () => `policyBacktest(id: "${unknownId}") { id }`, alerts('empty', 'empty')],
  ['policyBacktests', () => 'policyBacktests { id }', alerts('empty', 'empty')],
  ['alertSuppression', () => `alertSuppression(id: "${unknownId}") { id }`, alerts('empty', 'empty')],
  ['alertSuppressions', () => 'alertSuppressions { id }', alerts('empty', 'empty')],
  [
    'alertSuppressionPreview',
    () => 'alertSuppressionPreview(filter: { endpointId: "none" }) { count }',
    { ...alertChanges('empty', 'empty'), open: 'UNAUTHENTICATED' },
  ],
  ['alertViews', () => 'alertViews { name }', { ...alerts('empty', 'empty'), open: 'UNAUTHENTICATED' }],
  [
    'alertPeople',
    () => 'alertPeople(tenantId: "globex") { id }',
    { ...alerts('ok', 'empty'), open: 'UNAUTHENTICATED' },
  ],
  [
    'incident',
    ({ foreignIncident }) => `incident(id: "${foreignIncident}") { tenantId title }`,
    alerts('all', 'NOT_FOUND'),
  ],
  [
    'incidents',
    () =>
      'incidents { totalCount nodes { tenantId title alerts { nodes { tenantId } } timeline { nodes { after } } } }',
    alerts(),
  ],
  ['alertStore', () => 'alertStore { status }', alerts('ok', 'ok')],
  ['attack', () => 'attack { version }', alerts('ok', 'ok')],
  ['modelPrecision', () => 'modelPrecision { modelName verdicts }', alerts('all', 'empty')],
  [
    'endpoint',
    () => 'endpoint(tenantId: "globex", hostname: "both.shared.example") { tenantId }',
    alerts('all', 'empty'),
  ],
  ['endpoints', () => 'endpoints { totalCount nodes { tenantId alerts { nodes { tenantId } } } }', alerts()],
  ['auditEntries', () => 'auditEntries { nodes { tenantId } }', administrators('all')],
  [
    'node',
    ({ siteId, itemId }) =>
      `node(id: "${nodeId('DriveItem', siteId, itemId)}") { ... on DriveItem { name alerts { tenantId } } }`,
    operators('all'),
  ],
  ['nodes', ({ siteId }) => `nodes(ids: ["${nodeId('DriveSite', siteId)}"]) { id }`, operators()],
  ['driveStatus', () => 'driveStatus { subscriptionHealth }', operators()],
  [
    'driveItem',
    ({ siteId, itemId }) =>
      `driveItem(siteId: "${siteId}", itemId: "${itemId}") { name evidence { notes } alerts { tenantId } }`,
    operators('all'),
  ],
  ['driveSites', () => 'driveSites { id items { nodes { alerts { tenantId } } } }', operators('all')],
  ['driveFollowedSites', () => 'driveFollowedSites { totalCount }', operators('empty')],
  ['driveMassChange', () => 'driveMassChange(id: "4711") { id }', operators('empty')],
  ['driveMassChanges', () => 'driveMassChanges { totalCount nodes { id } }', operators('empty')],
  ['driveSearch', () => 'driveSearch(query: "shared") { nodes { matchesName } }', operators('empty')],
  ['driveSite', ({ siteId }) => `driveSite(siteId: "${siteId}") { id }`, operators()],
  ['controller', () => `controller(guid: "${guidOf(2)}") { hostname endpoints { tenantId } }`, operators('all')],
  ['controllers', () => 'controllers { totalCount nodes { hostname } }', operators('all')],
  ['license', () => 'license { id seatsUsed }', operators()],
  ['rejections', () => 'rejections { count }', operators('empty')],
  ['usageLog', () => 'usageLog { root }', operators()],
  [
    'licenseHistory',
    // One day ago, before the job that counts seats every five minutes can have run.
    () => 'licenseHistory(since: "2020-01-01T00:00:00Z", until: "2020-01-02T00:00:00Z") { buckets { seatsUsed } }',
    operators('empty'),
  ],
  ['departments', () => 'departments { file { path } list { name } }', operators()],
  ['blacklist', () => 'blacklist { matchesAddresses entries { totalCount } }', operators()],
  ['licenseDocument', () => 'licenseDocument(kind: BLACKLIST) { source version }', administrators()],
  [
    'licenseDocumentPreview',
    () => 'licenseDocumentPreview(kind: DEPARTMENTS, text: "x") { problem }',
    administrators(),
  ],
  ['requestRate', () => 'requestRate { limit sources { source } }', operators()],
  [
    'viewer',
    () => 'viewer { name kind roles permissions account { username } }',
    { ...everyCaller(), anonymous: 'empty', open: 'empty' },
  ],
  ['viewer', () => 'viewer { tenants }', { ...everyCaller('empty'), tenant: 'own', tenantViewer: 'own' }],
  ['account', () => 'account(username: "zoe") { email keys { name } events { at } }', administrators()],
  ['accounts', () => 'accounts { totalCount nodes { email } }', administrators()],
  ['mails', () => 'mails { nodes { id } }', administrators()],
  ['operatorTokens', () => 'operatorTokens { totalCount nodes { name tenantId } }', administrators('own')],
  ['sessions', () => 'sessions { totalCount nodes { name } }', administrators('empty')],
  ['people', () => 'people { totalCount nodes { email } }', administrators('empty')],
  ['notificationRules', () => 'notificationRules { totalCount nodes { tenantId name } }', ruleReaders()],
  ['notificationDeliveries', () => 'notificationDeliveries { nodes { ruleName title } }', ruleReaders()],
  ['mirrorClients', () => 'mirrorClients { totalCount nodes { name } }', administrators()],
  ['domain', () => 'domain(name: "shared.example") { name }', readers()],
  ['lookAlikes', () => 'lookAlikes(brand: "sharad") { nodes { domain { name } } }', readers()],
  ['brands', () => 'brands { tenantId hitCounts { open } days { found } }', brandReaders()],
  ['brand', ({ foreignBrand }) => `brand(id: "${foreignBrand}") { tenantId name }`, brandReaders('all', 'NOT_FOUND')],
  [
    'brandHits',
    () => 'brandHits { totalCount nodes { tenantId brand { tenantId } history { kind } } }',
    brandReaders(),
  ],
  [
    'brandCertificates',
    ({ foreignBrand }) => `brandCertificates(brandId: "${foreignBrand}") { nodes { name } }`,
    brandReaders('empty', 'NOT_FOUND'),
  ],
  ['policyZones', () => 'policyZones { name nameCount clients { address } }', brandReaders('empty', 'empty')],
  [
    'policyZoneNames',
    () => 'policyZoneNames(policyZone: "rpz.example") { nodes { name } }',
    brandReaders('NOT_FOUND', 'NOT_FOUND'),
  ],
  ['zones', () => 'zones { name }', readers()],
  ['zoneImports', () => 'zoneImports { nodes { zone } }', { ...readers(), account: 'FORBIDDEN' }],
  ['zoneSources', () => 'zoneSources { zone state }', { ...readers('empty'), account: 'FORBIDDEN' }],
  ['certificateLogs', () => 'certificateLogs { url error }', { ...readers('empty'), account: 'FORBIDDEN' }],
  ['rdapDossier', () => 'rdapDossier(domain: "a.nowhere-at-all") { handle }', readers('BAD_USER_INPUT')],
  ['rdapZones', () => 'rdapZones', readers()],
  ['rdapWatches', () => 'rdapWatches { nodes { tenantId versionCount } }', { ...brandReaders(), account: 'empty' }],
  [
    'rdapWatch',
    ({ foreignWatch }) => `rdapWatch(id: "${foreignWatch}") { tenantId versions { nodes { id } } }`,
    { ...brandReaders('all', 'NOT_FOUND'), account: 'NOT_FOUND' },
  ],
  [
    'bulkRdapLookups',
    () => 'bulkRdapLookups { tenantId progress { waitingCount } }',
    { ...brandReaders(), account: 'empty' },
  ],
  [
    'bulkRdapLookup',
    ({ foreignLookup }) => `bulkRdapLookup(id: "${foreignLookup}") { tenantId results { nodes { domain } } }`,
    { ...brandReaders('all', 'NOT_FOUND'), account: 'NOT_FOUND' },
  ],
  ['node', () => `node(id: "${nodeId('Zone', 'example')}") { id }`, readers()],
  ['nodes', () => `nodes(ids: ["${nodeId('Zone', 'example')}"]) { id }`, readers()],
  [
    'nameserverDomains',
    () => 'nameserverDomains(nameservers: ["ns1.hostwell.example"]) { nodes { domain } }',
    readers(),
  ],
  ['nameserverChanges', () => 'nameserverChanges { nodes { domain } }', readers('empty')],
  ['bulkRegistrations', () => 'bulkRegistrations { nodes { pattern } }', readers('empty')],
  ['observations', () => 'observations(zone: "example") { nodes { domain } }', readers()],
];
