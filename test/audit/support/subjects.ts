import { randomUUID } from 'node:crypto';
import { OperatorTokens, Sessions } from '../../../gateway/index.js';
import { callerId } from '../../../platform/audit/index.js';
import { localRequest } from '../../../platform/caller.js';
import { nodeId } from '../../../platform/graph/index.js';
import { hashSecretToken, secretTokenKind } from '../../../platform/secret-token.js';
import { openIncident } from '../../../subgraphs/alerts/incidents/service/group-alerts.js';
import { requestOf } from '../../alerts/support/alert-world.js';
import { startReceiver } from '../../drive/support/folder-mirror.js';
import type { CallerName } from '../../graph/support/callers.js';
import {
  type describeEnvironment,
  openAlerts,
  registerControllers,
  serveFiles,
} from '../../graph/support/environment.js';
import { guidOf } from '../../licenses/support/license-world.js';
import { storeRule } from '../../notifications/support/stored-rules.js';
import { testConfiguration } from '../../support/index.js';
import type { Subjects } from './recorded-mutation.js';

/** Sends a mutation as a caller. */
export type Change = (
  caller: CallerName,
  query: string,
) => Promise<{ data: Record<string, { id?: string }>; errors?: unknown }>;

type Platform = ReturnType<typeof describeEnvironment>;

/**
 * Creates the objects that the recorded mutations change.
 * @returns the objects, and a function that lets the waiting backtest continue
 */
export async function createSubjects(
  platform: Platform,
  change: Change,
): Promise<{ subjects: Subjects; release: () => Promise<void> }> {
  const [alert = ''] = await openAlerts(platform, [{ tenant_id: 'acme', endpoint_id: 'WS-1' }]);
  await registerControllers(platform, [{ guid: guidOf(1), hostname: 'WS-1' }]);
  const item = (await serveFiles(platform, { 'report.pdf': 'what was found' })).get('report.pdf');
  const { url: notificationUrl } = await startReceiver();
  const { sql } = platform.test.database;
  const [mail] = await sql<{ id: string }[]>`update zones.mail set status = 'failed'
    where id = (select id from zones.mail limit 1) returning id`;
  const { backtest, release } = await startWaitingBacktest(platform);
  const subjects = {
    ...{ alert, siteId: item?.siteId ?? '', itemId: item?.itemId ?? '' },
    ...{ notificationUrl, expiresAt: new Date((platform.now + 3600) * 1000).toISOString() },
    ...{ subscription: '', mail: mail?.id ?? '' },
    emailToken: await createMailedToken(platform, 'zf_email_', 'email_confirmation'),
    resetToken: await createMailedToken(platform, 'zf_reset_', 'password_reset'),
    ...(await createOperatorAccess(platform)),
    comment: await addComment(change, alert),
    ...(await addBrandWithHit(platform)),
    ...(await addWatchAndBulkLookup(platform)),
    ...(await openIncidents(platform)),
    backtest,
    bulkChanges: [await previewChange(change, 'analyst'), await previewChange(change, 'tenant')],
    suppression: await suppress(change),
    view: await shareView(change),
    notificationRule: await storeRule(sql, { tenantId: 'acme' }),
  };
  return { subjects, release };
}

/** A rule that suppresses alerts. */
async function suppress(change: Change): Promise<string> {
  const added = await change(
    'analyst',
    's: addAlertSuppression(input: { filter: { modelName: ["none"] }, reason: "r" }) { suppression { id } }',
  );
  return (added.data as { s?: { suppression?: { id: string } } }).s?.suppression?.id ?? '';
}

/** A comment of the caller who edits it below. */
async function addComment(change: Change, alert: string): Promise<string> {
  const added = await change(
    'analyst',
    `c: addAlertComment(input: { alertId: "${alert}", body: "a" }) { comment { id } }`,
  );
  return (added.data as { c?: { comment?: { id: string } } }).c?.comment?.id ?? '';
}

/** A brand of the tenant with a hit. */
async function addBrandWithHit(platform: Platform) {
  const { sql } = platform.test.database;
  const { id } = await platform.zones.addBrand(requestOf(), { name: 'acme', tenantId: 'acme' });
  const [hit] = await sql<{ id: string }[]>`with added as (
      insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes,
        file_digest) values ('example', '.example', 0, 0, 0, 0, 0, 0, '') returning id
    )
    insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
      is_unmatched, revision, since, found_at)
    select ${id}, 'acme', id, 'acrne', 'homoglyph', 2, 'scan', 'open', true, false, 1, 1, 1 from added returning id`;
  return { brand: nodeId('Brand', id), brandHit: nodeId('BrandHit', hit?.id ?? '') };
}

async function addWatchAndBulkLookup(platform: Platform) {
  const { watchDomain, startBulkLookup } = platform.zones;
  const { id } = await watchDomain(requestOf(), { domain: 'acme.net', intervalHours: 0, tenantId: 'acme' });
  const { lookup } = await startBulkLookup(requestOf(), { domains: ['acme.net'], tenantId: 'acme' });
  return { watch: id, bulkLookup: lookup?.id ?? '' };
}

/** Two incidents of the tenant, and an alert that is in none. */
async function openIncidents(platform: Platform) {
  const hosts = ['WS-2', 'WS-3', 'WS-4', 'WS-5'].map((endpoint_id) => ({ tenant_id: 'acme', endpoint_id }));
  const [first = '', second = '', third = '', single = ''] = await openAlerts(platform, hosts);
  const request = { ...platform.alerts, ...requestOf() };
  const grouped = [first, second];
  const ownerId = callerId(request.caller);
  const { id } = await openIncident(request, { title: 'i', alertIds: grouped, ownerId });
  const other = await openIncident(request, { title: 'o', alertIds: [third] });
  return { incident: nodeId('Incident', id), otherIncident: nodeId('Incident', other.id), grouped, single };
}

/** A running backtest that no job computes, because another connection has its lock until the end of the tests. */
async function startWaitingBacktest(platform: Platform) {
  const { sql } = platform.test.database;
  const id = randomUUID();
  const other = await sql.reserve();
  const release = async () => {
    await other`select pg_advisory_unlock_all()`;
    other.release();
  };
  await other`select pg_advisory_lock(hashtextextended(${`rampart policy backtest ${id}`}, 0))`;
  await sql`insert into alerts.policy_backtest (id, state, days, min_threshold, dedup_window_seconds, current_min_threshold,
    current_dedup_window_seconds, creator_id, creator_name, via, created_at)
    values (${id}, 'running', 1, 0.5, 3600, 0.5, 3600, 'operator:ada', 'ada', 'graphql', ${platform.now})`;
  return { backtest: id, release };
}

async function shareView(change: Change): Promise<string> {
  const query =
    'c: createAlertView(input: { name: "s", parameters: "", isShared: true, tenantId: "acme" }) { view { id } }';
  return ((await change('analyst', query)).data as { c?: { view?: { id: string } } }).c?.view?.id ?? '';
}

async function previewChange(change: Change, caller: CallerName): Promise<string> {
  const query = 'c: previewBulkAlertChange(input: { filter: { endpointId: "none" }, status: OPEN }) { change { id } }';
  return ((await change(caller, query)).data as { c?: { change?: { id: string } } }).c?.change?.id ?? '';
}

/** An operator token and a person, each with a session, and a mirror client. */
async function createOperatorAccess(platform: Platform) {
  const { database, clock } = platform.platform;
  const token = await new OperatorTokens({ database, clock }).create({ name: 'tess', role: 'viewer', tenantId: null });
  const sessions = new Sessions({ database, clock, configuration: testConfiguration(platform.environment) });
  const createSession = async (name: string, otherFields: object) => {
    const caller = { kind: 'operator', name, role: 'viewer', tenantId: null, credentialId: name } as const;
    return (await sessions.create({ caller, sourceAddress: '192.0.2.1', ...otherFields }, localRequest)).session.id;
  };
  const session = await createSession('tess', { tokenId: token.id });
  const providerSignIn = {
    provider: 'corp',
    issuer: 'https://corp.example',
    subject: 'p',
    providerSession: null,
    idToken: 'x',
  };
  await createSession('pat', { providerSignIn });
  const [person] = await database.sql<{ id: string }[]>`select id from gateway.person`;
  const { client } = await platform.drive.addMirrorClient(requestOf(), { name: 'mirrored' });
  return { operatorToken: token.id, session, person: person?.id ?? '', mirrorClient: client.id };
}

/** A token as mailed to the test's account, whose address is not confirmed. */
async function createMailedToken(platform: Platform, placeholder: string, kind: string): Promise<string> {
  const { sql } = platform.test.database;
  const token = secretTokenKind(placeholder).create();
  const expiresAt = (platform.now + 3600) * 1000;
  await sql`with owner as (
      update zones.account set email_confirmed = false where username = 'zoe' returning id
    ), mail as (
      insert into zones.credential_mail (account_id, kind, recipient, status, created_at, due_at)
      select id, ${kind}, 'zoe@mail.example', 'sent', 1, 1 from owner returning id
    )
    insert into zones.credential_token (hash, mail_id, expires_at) select ${hashSecretToken(token)}, id, ${expiresAt} from mail`;
  return token;
}
