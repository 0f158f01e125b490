import { beforeAll, beforeEach, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { requestOf } from '../zones/support/account-world.js';
import { respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
import { createAccount, describeRdapWorld, lookUp, operator, start } from './support/rdap-world.js';

const world = describeRdapWorld();
const domain = 'acmebnk.test';
const hourMs = 3_600_000;
const registrar = (name: string, ianaId: string) => ({
  ...{ roles: ['registrar'], publicIds: [{ type: 'IANA Registrar ID', identifier: ianaId }] },
  vcardArray: ['vcard', [['fn', {}, 'text', name]]],
});
const registrant = (name: string, field = 'fn') => ({
  ...{ roles: ['registrant'], vcardArray: ['vcard', [[field, {}, 'text', name]]] },
});
const event = (eventAction: string, at: number) => ({ eventAction, eventDate: new Date(at).toISOString() });
const entitiesOf = (...entities: object[]) => ({ entities });
let brandId = '';

beforeAll(async () => {
  const { sql } = world.test.database;
  await sql`insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes,
      file_digest)
    values ('test', '.test', 1, 1, 1, 1, 1, 1, '')`;
  brandId = (await world.service.addBrand(localRequest, { name: 'acmebank', tenantId: 'acme' })).id;
});

beforeEach(async () => {
  world.clock.milliseconds = start;
  const { sql } = world.test.database;
  for (const table of ['rdap_watch', 'rdap_answer', 'brand_hit']) await sql`delete from ${sql(`zones.${table}`)}`;
  await sql`insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
    is_unmatched, revision, since, found_at) select ${brandId}, 'acme', id, 'acmebnk', 'omission', 1, 'import', 'open',
    true, false, 1, 0, ${start} from zones.zone`;
  // The test repeats lookups at the same minute.
  await sql`delete from platform.rate_window`;
  await sql`delete from platform.event`;
});

async function triage(status: 'dismissed' | 'confirmed'): Promise<void> {
  const { nodes } = await world.service.listHits(localRequest, {});
  await world.service.triageHits(localRequest, { ids: nodes.map(({ id }) => id), status });
}

/** An hour later, another caller looks the domain up, which now has this response. */
async function lookUpLater(differences: object): Promise<void> {
  world.clock.milliseconds += hourMs;
  world.registry.set(domain, respondsWith(responseAbout(domain, differences)));
  expect(await lookUp(world, operator, domain)).toBe('found');
}

/** The status and the history of the hit after its triage, and the number of events that report its reopening. */
async function readOutcome(): Promise<unknown[]> {
  const { sql } = world.test.database;
  const [hit] = await sql`select status, reopened_at from zones.brand_hit`;
  const entries = await sql`select kind from zones.brand_hit_entry order by id`;
  const events = await sql`select from platform.event where type = 'brand-hits' and data ->> 'change' = 'reopened'`;
  const kinds = entries.map(({ kind }) => kind).filter((kind) => kind !== 'blocked');
  expect(hit?.reopened_at).toBe(events.length > 0 ? String(world.clock.now()) : null);
  return [hit?.status, ...kinds.slice(1), events.length];
}

const newRegistration = { events: [event('registration', start + 1000)] };
const newTransfer = { events: [event('transfer', start + 1000)] };
const futureEvents = { events: ['registration', 'transfer'].map((each) => event(each, start + 100 * hourMs)) };
const oldEvents = { events: ['registration', 'transfer'].map((each) => event(each, start - 1)) };

test.each([
  ['dismissed', 'a transfer since then', ['open', 'transferred', 'reopened', 1], newTransfer],
  ['dismissed', 'a registration since then', ['open', 'registered', 'reopened', 1], newRegistration],
  ['dismissed', 'only older events', ['dismissed', 0], oldEvents],
  ['dismissed', 'no events', ['dismissed', 0], { events: [] }],
  ['dismissed', 'events in the future', ['dismissed', 0], futureEvents],
  ['confirmed', 'events in the future', ['confirmed', 0], futureEvents],
  ['confirmed', 'a transfer since then', ['confirmed', 0], newTransfer],
  ['confirmed', 'a registration since then', ['confirmed', 'registered', 'reopened', 1], newRegistration],
] as const)(
  'a hit with the status %s, after a lookup that shows %s, has the outcome %j',
  async (status, _, expected, differences) => {
    await triage(status);
    await lookUpLater(differences);
    expect(await readOutcome()).toEqual(expected);
    // The same facts do not reopen the hit again.
    const at = world.clock.now();
    for (const _look of [1, 2]) await lookUpLater(differences);
    world.clock.milliseconds = at;
    expect(await readOutcome()).toEqual(expected);
  },
);

/** A registration between the two lookups, which are an hour apart. */
const laterRegistration = { events: [event('registration', start + 1.5 * hourMs)] };
const reopenedOutcome = ['open', 'transferred', 'reopened', 1];
const unchangedOutcome = ['dismissed', 0];

test.each([
  ['another registrar', reopenedOutcome, entitiesOf(registrar('One', '1')), entitiesOf(registrar('Two', '2'))],
  [
    'the same registrar with another name',
    unchangedOutcome,
    entitiesOf(registrar('One', '1')),
    entitiesOf(registrar('One Inc.', '1')),
  ],
  ['no registrar', unchangedOutcome, entitiesOf(registrar('One', '1')), entitiesOf()],
  ['another registrant', reopenedOutcome, entitiesOf(registrant('Ana')), entitiesOf(registrant('Zoe'))],
  ['a redacted registrant', unchangedOutcome, entitiesOf(registrant('Ana')), entitiesOf()],
  [
    'the registrant as an organization',
    unchangedOutcome,
    entitiesOf(registrant('ACME')),
    entitiesOf(registrant('Acme', 'org')),
  ],
  [
    'a private registrant',
    unchangedOutcome,
    entitiesOf(registrant('Ana')),
    entitiesOf(registrant('REDACTED FOR PRIVACY')),
  ],
  [
    'a date that was missing',
    unchangedOutcome,
    { events: [] },
    { events: [event('registration', start - 1000 * hourMs)] },
  ],
  ['a date in the future', unchangedOutcome, newRegistration, futureEvents],
  ['a later date than one in the future', ['open', 'registered', 'reopened', 1], futureEvents, laterRegistration],
  ['other statuses', unchangedOutcome, { status: ['active'] }, { status: ['client hold'] }],
] as const)('a dismissed hit whose dossier then shows %s has the outcome %j', async (_, expected, before, after) => {
  const account = await createAccount(world, 'enterprise');
  await world.service.watchDomain(requestOf(account), { domain, intervalHours: 0 });
  await lookUpLater(before);
  await triage('dismissed');
  await lookUpLater(after);
  expect(await readOutcome()).toEqual(expected);
});

test.each([
  ['dismissed', 'open'],
  ['confirmed', 'confirmed'],
] as const)(
  'a hit that is %s is reopened once when a watch finds its domain registered again',
  async (status, after) => {
    await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 0 });
    world.registry.set(domain, respondsWithText(404, ''));
    expect(await lookUp(world, operator, domain)).toBe('domain_not_found');
    await triage(status);
    await lookUpLater({ events: [] });
    const at = world.clock.now();
    await lookUpLater({ events: [] });
    world.clock.milliseconds = at;
    expect(await readOutcome()).toEqual([after, 'registered', 'reopened', 1]);
  },
);

test('a hit is reopened once, when a registration date that was in the future has passed', async () => {
  await triage('confirmed');
  const soon = { events: [event('registration', start + 1.5 * hourMs)] };
  await lookUpLater(soon);
  expect(await readOutcome()).toEqual(['confirmed', 0]);
  await lookUpLater(soon);
  const expected = ['confirmed', 'registered', 'reopened', 1];
  expect(await readOutcome()).toEqual(expected);
  const at = world.clock.now();
  await lookUpLater(soon);
  world.clock.milliseconds = at;
  expect(await readOutcome()).toEqual(expected);
});

test('a registration that an import has already reported does not reopen a hit again', async () => {
  await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 0 });
  await lookUpLater({ events: [event('registration', start - 1000 * hourMs)] });
  await triage('confirmed');
  const reported = world.clock.now() + hourMs / 2;
  await world.test.database.sql`update zones.brand_hit set reopened_at = ${reported}`;
  await world.test.database.sql`delete from platform.event`;
  await lookUpLater({ events: [event('registration', reported - 1000)] });
  const entries = await world.test.database.sql`select kind from zones.brand_hit_entry where kind = 'reopened'`;
  expect(entries).toHaveLength(0);
});

test('a dismissed hit whose name is then allowed is not reopened', async () => {
  await triage('dismissed');
  await world.service.updateBrand(localRequest, { id: brandId, allowedNames: [domain] });
  await lookUpLater({ events: [event('transfer', start + 1000)] });
  expect(await readOutcome()).toEqual(['dismissed', 0]);
  await world.service.updateBrand(localRequest, { id: brandId, allowedNames: [] });
});
