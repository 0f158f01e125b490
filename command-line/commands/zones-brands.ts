import { type Command, InvalidArgumentError, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { isUuid } from '../../platform/input-limits.js';
import {
  type BrandRow,
  brandHitKinds,
  type HitRow,
  normalizeDomainName,
  type ZoneService,
} from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { integerBetween } from '../number-options.js';
import { printRows } from '../output.js';
import { withZones } from './with-zones.js';

type Kind = (typeof brandHitKinds)[number];
type Status = HitRow['status'];

interface BrandOptions {
  tenant?: string;
  allow?: string[];
  zones?: string[];
  kinds?: Kind[];
  maxDistance?: number;
  words?: string[] | false;
  alerts?: boolean;
  autoBlock?: Kind[] | false;
  autoBlockDistance?: number;
  json?: boolean;
}

/** Adds `rampart zones brands`: watched brands and their hits. */
export function addBrandCommands(zones: Command): void {
  const brands = zones
    .command('brands')
    .description('Manage watched brands and triage domain names that imitate them.')
    .helpCommand(false);
  brands
    .command('list')
    .description('List brands with their numbers of open, dismissed and confirmed hits.')
    .option('--json', 'print JSON')
    .action(list);
  addBrandOptions(
    brands
      .command('add')
      .description('Watch a brand: compare it with all stored domain names, and with the names that each import adds.')
      .argument('<name>', 'name of the brand: a single label without a zone, such as acme'),
    (value) => `; default: ${value}`,
  )
    .option(
      '--tenant <id>',
      'tenant that the brand belongs to; default: none, visible only to operators who are not restricted to tenants',
    )
    .action(add);
  addBrandOptions(
    brands
      .command('update')
      .description(
        'Change the criteria for hits of a brand, and compare the brand with all stored domain names again. Options that are not specified are unchanged.',
      )
      .argument('<brand>', 'id of the brand, or its name if only one tenant has it'),
    () => '',
  ).action(update);
  brands
    .command('remove')
    .description('Remove a brand with its hits.')
    .argument('<brand>', 'id of the brand, or its name if only one tenant has it')
    .option('--json', 'print JSON')
    .action(remove);
  brands
    .command('hits')
    .description('List domain names that imitate brands, newest first.')
    .option('--brand <brand>', 'only hits of this brand: id, or name if only one tenant has it')
    .addOption(new Option('--status <status>', 'only hits with this status').choices(statuses))
    .option('--limit <number>', 'maximum number of hits, 1–1000', integerBetween(1, 1000), 100)
    .option('--json', 'print JSON')
    .action(hits);
  brands
    .command('triage')
    .description('Confirm, dismiss or reopen hits.')
    .argument('<hits...>', 'domain names or ids of hits')
    .addOption(new Option('--status <status>', 'new status').choices(statuses).makeOptionMandatory())
    .option('--brand <brand>', 'only hits of this brand: id, or name if only one tenant has it')
    .option('--note <text>', 'new note on the hits; default: none, and the previous note is removed')
    .option('--json', 'print JSON')
    .action(triage);
}

const statuses = ['open', 'dismissed', 'confirmed'];

/**
 * @param formatDefault formats the default of an option for a new brand; returns an empty string for an existing brand,
 * for which omitted options change nothing
 */
function addBrandOptions(command: Command, formatDefault: (value: string) => string): Command {
  return command
    .option(
      '--allow <names>',
      'domain names of the owner, separated by commas; they and their subdomains are never hits',
      readList,
    )
    .option(
      '--zones <zones>',
      `zones in which the brand is watched, separated by commas${formatDefault('all zones')}`,
      readList,
    )
    .option(
      '--kinds <kinds>',
      `kinds of imitations, separated by commas: ${brandHitKinds.join(', ')}${formatDefault('all except edit and contains')}`,
      readKinds,
    )
    .option('--max-distance <number>', `maximum edit distance of hits with typos, 1–3${formatDefault('2')}`, Number)
    .option(
      '--words <words>',
      'words next to the brand that make a name a combosquat, in addition to the built-in words, separated by commas, such as leasing,saving',
      readList,
    )
    .option('--no-words', 'use the built-in words only')
    .option(
      '--alerts',
      'open an alert for each hit that is confirmed from now on, and for each monitored host whose name is the name of a hit that is not dismissed and is still in the zone, or a subdomain of it; requires a tenant of the brand or [zones] alert_tenant',
    )
    .option('--no-alerts', 'open no alerts')
    .option(
      '--auto-block <kinds>',
      `kinds of imitations that are blocked as soon as an import adds the name, before triage; names in the first import of a zone are not blocked automatically${formatDefault('none')}`,
      readKinds,
    )
    .option('--no-auto-block', 'do not block names automatically')
    .option(
      '--auto-block-distance <number>',
      `maximum edit distance of names with typos that are blocked automatically, 1–3${formatDefault('1')}`,
      Number,
    )
    .option('--json', 'print JSON');
}

function readList(input: string): string[] {
  const values = input.split(',').map((value) => value.trim());
  if (values.includes(''))
    throw new InvalidArgumentError(
      'It must be a list separated by commas without empty values, such as acme.com,acme.net.',
    );
  return values;
}

function readKinds(input: string): Kind[] {
  return readList(input.toLowerCase().replaceAll('-', '_')).map((value) => {
    const kind = brandHitKinds.find((candidate) => candidate === value);
    if (kind === undefined) throw new InvalidArgumentError(`${value} is not one of ${brandHitKinds.join(', ')}.`);
    return kind;
  });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const none = { open: 0, dismissed: 0, confirmed: 0 };
  const found = await withZones(
    async (service) => {
      const brands = await service.listBrands(localRequest);
      const ids = brands.map(({ id }) => id);
      const counts = await service.hitCountsOf(localRequest, ids);
      return brands.map((brand, index) => ({ ...brand, hits: counts[index] ?? none }));
    },
    { access: 'read' },
  );
  printRows({
    rows: found,
    columns: [
      { title: 'BRAND', value: ({ name }) => name },
      { title: 'TENANT', value: ({ tenantId }) => tenantId ?? '' },
      { title: 'ZONES', value: ({ zones }) => zones?.join(',') ?? 'all' },
      { title: 'OPEN', value: ({ hits }) => hits.open },
      { title: 'DISMISSED', value: ({ hits }) => hits.dismissed },
      { title: 'CONFIRMED', value: ({ hits }) => hits.confirmed },
      { title: 'SEARCHED', value: (brand) => progressOf(brand) },
      { title: 'NOT RECORDED', value: (brand) => describeUnrecorded(brand) },
      { title: 'ID', value: ({ id }) => id },
    ],
    json,
  });
}

/** Describes what is not recorded because the brand has reached a limit; empty if everything is recorded. */
function describeUnrecorded({ isFull, skippedCertificates }: BrandRow): string {
  const parts = [
    isFull && 'hits',
    skippedCertificates > 0 &&
      countOf(skippedCertificates, 'domain name in certificates', 'domain names in certificates'),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Progress of comparing the brand with all names. */
function progressOf({ scanFinishedAt, namesRead, namesTotal }: BrandRow): string {
  if (scanFinishedAt !== null) return 'all';
  return namesTotal === 0 ? '0%' : `${Math.min(99, Math.floor((namesRead / namesTotal) * 100))}%`;
}

async function add(name: string, { tenant, json, ...options }: BrandOptions): Promise<void> {
  const input = { name, tenantId: tenant ?? null, ...settingsOf(options) };
  printBrand(await withZones((service) => service.addBrand(localRequest, input)), json);
}

async function update(input: string, { json, ...options }: BrandOptions): Promise<void> {
  const brand = await withZones(async (service) => {
    const { id } = brandOf(await service.listBrands(localRequest), input);
    return await service.updateBrand(localRequest, { id, ...settingsOf(options) });
  });
  printBrand(brand, json);
}

async function remove(input: string, { json }: { json?: boolean }): Promise<void> {
  const brand = await withZones(async (service) => {
    const { id } = brandOf(await service.listBrands(localRequest), input);
    return await service.removeBrand(localRequest, { id });
  });
  printBrand(brand, json);
}

async function hits(options: { brand?: string; status?: Status; limit: number; json?: boolean }): Promise<void> {
  const found = await withZones(
    async (service) => {
      const { brand, status, limit } = options;
      const filter = { ...(await filterOf(service, brand)), ...(status && { status: [status] }) };
      return (await service.listHits(localRequest, { filter, first: limit })).nodes;
    },
    { access: 'read' },
  );
  printHits(found, options.json);
}

async function triage(
  input: string[],
  { status, brand, note, json }: { status: Status; brand?: string; note?: string; json?: boolean },
): Promise<void> {
  const changed = await withZones(async (service) => {
    const filter = await filterOf(service, brand);
    const ids: string[] = [];
    for (const name of input) {
      if (isUuid(name)) ids.push(name);
      else ids.push(...(await idsOf(service, { ...filter, name })));
    }
    return await service.triageHits(localRequest, { ids, status, note: note ?? null });
  });
  printHits(changed, json);
}

/** Returns the ids of the hits with exactly this name: one for each brand that the name imitates. */
async function idsOf(service: ZoneService, filter: { brandIds?: string[]; name: string }): Promise<string[]> {
  const name = normalizeDomainName(filter.name) ?? filter.name.toLowerCase();
  const { nodes } = await service.listHits(localRequest, { filter: { ...filter, name }, first: 1000 });
  if (nodes.length === 0) throw new CommandFailure(`${name}: no such hit; see rampart zones brands hits`);
  return nodes.map(({ id }) => id);
}

async function filterOf(service: ZoneService, brand: string | undefined): Promise<{ brandIds?: string[] }> {
  return brand === undefined ? {} : { brandIds: [brandOf(await service.listBrands(localRequest), brand).id] };
}

function printHits(rows: readonly HitRow[], json: boolean | undefined): void {
  printRows({
    rows,
    columns: [
      { title: 'NAME', value: ({ label, suffix }) => label + suffix },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'DISTANCE', value: ({ distance }) => distance },
      { title: 'STATUS', value: ({ status }) => status },
      { title: 'BLOCKED', value: (hit) => blockOf(hit) },
      { title: 'PRESENT', value: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'FOUND', value: ({ foundAt }) => new Date(foundAt).toISOString() },
    ],
    json,
  });
}

function blockOf({ status, isAutoBlocked }: HitRow): string {
  if (isAutoBlocked) return 'automatically';
  return status === 'confirmed' ? 'yes' : 'no';
}

function settingsOf(options: BrandOptions) {
  const { allow, zones, kinds, maxDistance, words, alerts, autoBlock, autoBlockDistance } = options;
  const [allowedNames, opensAlerts] = [allow ?? null, alerts ?? null];
  return {
    ...{ allowedNames, zones: zones ?? null, kinds: kinds ?? null, maxDistance: maxDistance ?? null, opensAlerts },
    words: words === false ? [] : (words ?? null),
    autoBlockKinds: autoBlock === false ? [] : (autoBlock ?? null),
    autoBlockMaxDistance: autoBlockDistance ?? null,
  };
}

/**
 * Finds the brand with this id or name.
 * @throws {CommandFailure} if there is none, or several tenants have a brand with this name
 */
export function brandOf(brands: readonly BrandRow[], input: string): BrandRow {
  // Brands are stored in Punycode.
  const inputName = normalizeDomainName(input);
  const found = brands.filter(({ id, name }) => id === input.toLowerCase() || name === inputName);
  const [brand, other] = found;
  if (brand === undefined) throw new CommandFailure(`${input}: no such brand; see rampart zones brands list`);
  if (other !== undefined) throw new CommandFailure(`${input}: several tenants have this brand; specify its id`);
  return brand;
}

function printBrand(brand: BrandRow, json: boolean | undefined): void {
  printRows({
    rows: [brand],
    columns: [
      { title: 'BRAND', value: ({ name }) => name },
      { title: 'TENANT', value: ({ tenantId }) => tenantId ?? '' },
      { title: 'ZONES', value: ({ zones }) => zones?.join(',') ?? 'all' },
      { title: 'MAX DISTANCE', value: ({ maxDistance }) => maxDistance },
      { title: 'ALLOWED', value: ({ allowedNames }) => allowedNames.join(',') },
      { title: 'BLOCKED AUTOMATICALLY', value: ({ autoBlockKinds }) => autoBlockKinds.join(',') },
      { title: 'ID', value: ({ id }) => id },
    ],
    json,
  });
}
