import { type Command, InvalidArgumentError, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { type BrandRow, brandHitKinds, createZoneService, type HitRow } from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { printRows } from '../output.js';
import { withPlatform } from '../platform.js';

type Kind = (typeof brandHitKinds)[number];
type Status = HitRow['status'];

interface BrandOptions {
  tenant?: string;
  allow?: string[];
  zones?: string[];
  kinds?: Kind[];
  maxDistance?: number;
  alerts?: boolean;
  json?: boolean;
}

/** `zones brands …`: watched brands and their hits. */
export function addBrandCommands(zones: Command): void {
  const brands = zones.command('brands').description('Watch brands for names that imitate them.').helpCommand(false);
  brands
    .command('list')
    .description('List brands with their numbers of hits.')
    .option('--json', 'print JSON')
    .action(list);
  withSettings(
    brands
      .command('add')
      .description('Watch a brand: compare it with all names, and with the new names of each import.')
      .argument('<name>', 'the brand: a single label without a zone, such as acme'),
  )
    .option('--tenant <id>', 'tenant that the brand belongs to; default: none')
    .action(add);
  withSettings(
    brands
      .command('update')
      .description('Change the criteria for hits of a brand, and compare it with all names again.')
      .argument('<brand>', 'id of the brand, or its name if only one tenant has it'),
  ).action(update);
  brands
    .command('remove')
    .description('Remove a brand with its hits.')
    .argument('<brand>', 'id of the brand, or its name if only one tenant has it')
    .option('--json', 'print JSON')
    .action(remove);
  brands
    .command('hits')
    .description('List names that imitate brands, newest first.')
    .option('--brand <brand>', 'only hits of this brand: its id, or its name if only one tenant has it')
    .addOption(new Option('--status <status>', 'only with this status').choices(statuses))
    .option('--limit <number>', 'maximum number of hits, 1–1000', Number, 100)
    .option('--json', 'print JSON')
    .action(hits);
}

const statuses = ['open', 'dismissed', 'confirmed'];

function withSettings(command: Command): Command {
  return command
    .option('--allow <names>', 'domain names of the owner, separated by commas', readList)
    .option('--zones <zones>', 'zones in which it is watched, separated by commas; default: all', readList)
    .option('--kinds <kinds>', `kinds of imitations, separated by commas: ${brandHitKinds.join(', ')}`, readKinds)
    .option('--max-distance <number>', 'maximum edit distance of hits with typing errors, 1–3; default: 2', Number)
    .option('--alerts', 'open an alert for each hit that is confirmed in the future, and for hosts below hits')
    .option('--no-alerts', 'open no alerts')
    .option('--json', 'print JSON');
}

function readList(written: string): string[] {
  const values = written.split(',').map((each) => each.trim());
  if (values.includes('')) throw new InvalidArgumentError('It must be a list, such as acme.com,acme.net.');
  return values;
}

function readKinds(written: string): Kind[] {
  return readList(written.toLowerCase().replaceAll('-', '_')).map((each) => {
    const kind = brandHitKinds.find((known) => known === each);
    if (kind === undefined) throw new InvalidArgumentError(`${each} is none of ${brandHitKinds.join(', ')}.`);
    return kind;
  });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const found = await withPlatform(
    async (platform) => {
      const service = createZoneService(platform);
      const brands = await service.listBrands(localRequest);
      const counts = await service.hitCountsOf(
        localRequest,
        brands.map(({ id }) => id),
      );
      return brands.map((brand, index) => ({
        ...brand,
        hits: counts[index] ?? { open: 0, dismissed: 0, confirmed: 0 },
      }));
    },
    { access: 'read' },
  );
  printRows({
    rows: found,
    columns: [
      { title: 'BRAND', value: ({ name }) => name },
      { title: 'TENANT', value: ({ tenantId }) => tenantId ?? '' },
      { title: 'ZONES', value: ({ zones }) => zones?.join(',') ?? 'all' },
      { title: 'OPEN', value: ({ hits: counted }) => counted.open },
      { title: 'DISMISSED', value: ({ hits: counted }) => counted.dismissed },
      { title: 'CONFIRMED', value: ({ hits: counted }) => counted.confirmed },
      { title: 'SEARCHED', value: (brand) => progressOf(brand) },
      { title: 'NOT RECORDED', value: (brand) => notRecorded(brand) },
      { title: 'ID', value: ({ id }) => id },
    ],
    json: json ?? false,
  });
}

/**
 * The kinds of data of the brand that exceed a limit; with a narrower configuration of the brand, all of it is
 * recorded.
 */
function notRecorded({ isFull, skippedCertificates }: BrandRow): string {
  const parts = [isFull && 'hits', skippedCertificates > 0 && `${skippedCertificates} names of certificates`];
  return parts.filter(Boolean).join(', ');
}

/** Progress of comparing the brand with all names. */
function progressOf({ scanFinishedAt, namesRead, namesTotal }: BrandRow): string {
  if (scanFinishedAt !== null) return 'all';
  return namesTotal === 0 ? '0 %' : `${Math.min(99, Math.floor((namesRead / namesTotal) * 100))} %`;
}

async function add(name: string, { tenant, json, ...options }: BrandOptions): Promise<void> {
  const brand = await withPlatform((platform) =>
    createZoneService(platform).addBrand(localRequest, { name, tenantId: tenant ?? null, ...settingsOf(options) }),
  );
  printBrand(brand, json ?? false);
}

async function update(written: string, { json, ...options }: BrandOptions): Promise<void> {
  const brand = await withPlatform(async (platform) => {
    const service = createZoneService(platform);
    const { id } = brandOf(await service.listBrands(localRequest), written);
    return await service.updateBrand(localRequest, { id, ...settingsOf(options) });
  });
  printBrand(brand, json ?? false);
}

async function remove(written: string, { json }: { json?: boolean }): Promise<void> {
  const brand = await withPlatform(async (platform) => {
    const service = createZoneService(platform);
    const { id } = brandOf(await service.listBrands(localRequest), written);
    return await service.removeBrand(localRequest, { id });
  });
  printBrand(brand, json ?? false);
}

async function hits(options: { brand?: string; status?: Status; limit: number; json?: boolean }): Promise<void> {
  const found = await withPlatform(
    async (platform) => {
      const service = createZoneService(platform);
      const { brand, status, limit } = options;
      const brands = brand === undefined ? [] : [brandOf(await service.listBrands(localRequest), brand).id];
      const filter = { ...(brand !== undefined && { brandIds: brands }), ...(status && { status: [status] }) };
      return (await service.listHits(localRequest, { filter, first: limit })).nodes;
    },
    { access: 'read' },
  );
  printRows({
    rows: found,
    columns: [
      { title: 'NAME', value: ({ label, suffix }) => label + suffix },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'DISTANCE', value: ({ distance }) => distance },
      { title: 'STATUS', value: ({ status }) => status },
      { title: 'PRESENT', value: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'FOUND', value: ({ foundAt }) => new Date(foundAt).toISOString() },
    ],
    json: options.json ?? false,
  });
}

function settingsOf({ allow, zones, kinds, maxDistance, alerts }: BrandOptions) {
  const [allowedNames, opensAlerts] = [allow ?? null, alerts ?? null];
  return { allowedNames, zones: zones ?? null, kinds: kinds ?? null, maxDistance: maxDistance ?? null, opensAlerts };
}

/** The brand with this id or name. */
export function brandOf(brands: readonly BrandRow[], written: string): BrandRow {
  const found = brands.filter(({ id, name }) => id === written.toLowerCase() || name === written.toLowerCase());
  const [brand, other] = found;
  if (brand === undefined) throw new CommandFailure(`${written}: no such brand; see rampart zones brands list`);
  if (other !== undefined) throw new CommandFailure(`${written}: several tenants have this brand; name it by its id`);
  return brand;
}

function printBrand(brand: BrandRow, json: boolean): void {
  printRows({
    rows: [brand],
    columns: [
      { title: 'BRAND', value: ({ name }) => name },
      { title: 'TENANT', value: ({ tenantId }) => tenantId ?? '' },
      { title: 'ZONES', value: ({ zones }) => zones?.join(',') ?? 'all' },
      { title: 'MAX DISTANCE', value: ({ maxDistance }) => maxDistance },
      { title: 'ALLOWED', value: ({ allowedNames }) => allowedNames.join(',') },
      { title: 'ID', value: ({ id }) => id },
    ],
    json,
  });
}
