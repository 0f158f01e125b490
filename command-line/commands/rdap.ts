import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { WatchRow, ZoneService } from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { allRows } from '../first-rows.js';
import { parseInteger } from '../number-options.js';
import { type JsonOption, type NamedValue, printJson, printNamedValues, printRows } from '../output.js';
import { addBulkCommands } from './rdap-bulk.js';
import { withZones } from './with-zones.js';

interface WatchOptions extends JsonOption {
  interval?: number;
  tenant?: string;
}

interface HistoryOptions extends JsonOption {
  from?: string;
  to?: string;
  limit: number;
}

/** Adds `rampart rdap`: lookups at registries, watched domains and bulk lookups. */
export function addRdapCommands(rdap: Command): void {
  rdap
    .command('lookup')
    .description('Look up a domain at its registry.')
    .argument('<domain>', 'domain name, label.tld in Punycode')
    .option(
      '--keep',
      'store this dossier and those of later lookups: unless the domain is already watched, add a watch with --interval 0',
    )
    .option('--json', 'print the dossier as JSON')
    .action(lookup);
  rdap
    .command('watch')
    .description(
      'Store the dossiers of a domain and look up the domain on a schedule. A running server performs the lookups.',
    )
    .argument('<domain>', 'domain name, label.tld in Punycode')
    .option(
      '--interval <hours>',
      'hours between lookups, 1–720; 0: store only the dossiers of other lookups; default: 24',
      parseInteger,
    )
    .option(
      '--tenant <id>',
      'tenant that the watch belongs to; default: none, visible only to operators who are not restricted to tenants',
    )
    .option('--json', 'print JSON')
    .action(watch);
  rdap
    .command('unwatch')
    .description('End a watch and remove its history.')
    .argument('<watch>', 'id of the watch, or its domain if only one tenant watches it')
    .option('--json', 'print JSON')
    .action(unwatch);
  rdap
    .command('watches')
    .description('List watched domains, sorted by domain.')
    .option('--search <text>', 'only domains that contain this text')
    .option('--json', 'print JSON')
    .action(watches);
  rdap
    .command('history')
    .description('List the dossiers of a watched domain with their changes, newest first, or compare two of them.')
    .argument('<watch>', 'id of the watch, or its domain if only one tenant watches it')
    .option('--from <version>', 'id of the earlier version to compare; requires --to')
    .option('--to <version>', 'id of the later version to compare; requires --from')
    .option('--limit <number>', 'maximum number of versions, 1–1000', parseInteger, 50)
    .option('--json', 'print JSON')
    .action(history);
  addBulkCommands(rdap);
}

async function lookup(domain: string, { keep = false, json = false }: JsonOption & { keep?: boolean }): Promise<void> {
  const dossier = await withZones(async (service) => {
    if (keep && (await watchesOf(service, domain)).length === 0) {
      await service.watchDomain(localRequest, { domain, intervalHours: 0 });
    }
    return await service.rdapDossier(localRequest, domain);
  });
  if (json) return printJson(dossier);
  const { registrar, lifecycle } = dossier;
  const abuse = dossier.abuseContacts.map(({ email, phone }) => [email, phone].filter(Boolean).join(', '));
  printNamedValues([
    ['domain', dossier.domain],
    ['registrar', registrar.name],
    ['IANA ID', registrar.ianaId],
    ['registered', formatTime(lifecycle.registered)],
    ['expires', formatTime(lifecycle.expires)],
    ['last changed', formatTime(lifecycle.lastChanged)],
    ['transferred', formatTime(lifecycle.transferred)],
    ['statuses', dossier.statuses.join(', ')],
    ['nameservers', dossier.nameservers.join(', ')],
    ['DNSSEC', dossier.dnssec === null ? null : dossier.dnssec ? 'signed' : 'not signed'],
    ['abuse contacts', abuse.join('; ')],
    ['source', dossier.source],
    ['fetched', dossier.fetchedAt.toISOString()],
  ] satisfies NamedValue[]);
}

function formatTime(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

async function watch(domain: string, { interval, tenant, json = false }: WatchOptions): Promise<void> {
  const input = { domain, intervalHours: interval ?? null, tenantId: tenant ?? null };
  const added = await withZones((service) => service.watchDomain(localRequest, input));
  printWatches([added], json);
}

async function unwatch(idOrDomain: string, { json = false }: JsonOption): Promise<void> {
  const removed = await withZones(async (service) =>
    service.unwatchDomain(localRequest, await watchOf(service, idOrDomain)),
  );
  printWatches([removed], json);
}

async function watches({ search, json = false }: JsonOption & { search?: string }): Promise<void> {
  const found = await withZones((service) => allWatches(service, search), { access: 'read' });
  printWatches(found, json);
}

async function history(idOrDomain: string, { from, to, limit, json = false }: HistoryOptions): Promise<void> {
  if ((from === undefined) !== (to === undefined))
    throw new CommandFailure('--from and --to must be specified together');
  await withZones(
    async (service) => {
      const { id } = await watchOf(service, idOrDomain);
      if (from !== undefined && to !== undefined) {
        const changes = await service.compareVersions(localRequest, { watchId: id, from, to });
        printRows({
          rows: changes,
          columns: [
            { title: 'FIELD', value: ({ field }) => field },
            { title: 'BEFORE', value: ({ before }) => before.join('; ') },
            { title: 'AFTER', value: ({ after }) => after.join('; ') },
          ],
          json,
        });
        return;
      }
      const [page] = await service.historiesOfWatches(localRequest, { watchIds: [id], first: limit });
      printRows({
        rows: page?.nodes ?? [],
        columns: [
          { title: 'VERSION', value: (version) => version.id },
          { title: 'FETCHED', value: ({ fetchedAt }) => fetchedAt.toISOString() },
          { title: 'REGISTRAR', value: ({ dossier }) => dossier?.registrar.name },
          { title: 'EXPIRES', value: ({ dossier }) => formatTime(dossier?.lifecycle.expires ?? null) },
          { title: 'CHANGED', value: ({ changes }) => changes?.map(({ field }) => field).join(', ') ?? 'first' },
        ],
        json,
      });
    },
    { access: 'read' },
  );
}

async function allWatches(service: ZoneService, search: string | undefined): Promise<WatchRow[]> {
  return await allRows((page) => service.listWatches(localRequest, { search, ...page }));
}

async function watchesOf(service: ZoneService, domain: string): Promise<WatchRow[]> {
  const name = domain.toLowerCase().replace(/\.$/, '');
  return (await allWatches(service, name)).filter((watch) => watch.domain === name);
}

/**
 * Finds the watch with this id or domain.
 * @throws {CommandFailure} if the domain is not watched, or several tenants watch it
 */
async function watchOf(service: ZoneService, idOrDomain: string): Promise<WatchRow> {
  if (!idOrDomain.includes('.')) return await service.readWatch(localRequest, { id: idOrDomain });
  const [found, other] = await watchesOf(service, idOrDomain);
  if (found === undefined) throw new CommandFailure(`${idOrDomain} is not watched; see rampart rdap watches`);
  if (other !== undefined)
    throw new CommandFailure(`${idOrDomain}: several tenants watch this domain; specify the id of the watch`);
  return found;
}

function printWatches(rows: readonly WatchRow[], json: boolean): void {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  printRows({
    rows,
    columns: [
      { title: 'DOMAIN', value: ({ domain }) => domain },
      { title: 'TENANT', value: ({ tenantId }) => tenantId },
      { title: 'INTERVAL', value: ({ intervalHours }) => (intervalHours === 0 ? 'none' : `${intervalHours} h`) },
      { title: 'LAST RESPONSE', value: ({ lookedUpAt }) => iso(lookedUpAt) },
      { title: 'NEXT LOOKUP', value: ({ nextAt }) => iso(nextAt) },
      { title: 'ERROR', value: ({ error }) => error },
      { title: 'ID', value: ({ id }) => id },
    ],
    json,
  });
}
