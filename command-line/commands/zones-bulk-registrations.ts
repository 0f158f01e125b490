import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { dayMs } from '../../platform/durations.js';
import { isUuid } from '../../platform/input-limits.js';
import type { BulkRegistrationKind, RegistrationRow } from '../../subgraphs/zones/service.js';
import { firstRows, type Page } from '../first-rows.js';
import { integerFrom, parseFraction } from '../number-options.js';
import { printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withZones } from './with-zones.js';

interface ListOptions {
  zone?: string;
  nameserver?: string;
  search?: string;
  kind?: BulkRegistrationKind;
  minSize?: number;
  minScore?: number;
  start?: Date;
  end?: Date;
  limit: number;
  json?: boolean;
}

/**
 * Adds `rampart zones bulk-registrations`: clusters of similar names that were added on one day with the same
 * nameservers.
 */
export function addBulkRegistrationCommands(zones: Command): void {
  const registrations = zones
    .command('bulk-registrations')
    .description('List similar names that appeared on one day with the same nameservers.')
    .helpCommand(false);
  registrations
    .command('list')
    .description('List bulk registrations, newest day first, then highest score first.')
    .option('--zone <zone>', 'only bulk registrations in this zone, such as com; default: all zones')
    .option('--nameserver <name>', 'only bulk registrations with this nameserver')
    .option('--search <text>', 'only bulk registrations whose pattern contains this text')
    .addOption(
      new Option(
        '--kind <kind>',
        'only bulk registrations of this kind: the names share a part (shared), differ only in a number (numbered), differ in one or two characters (variants) or look random (random)',
      ).choices(['shared', 'numbered', 'variants', 'random']),
    )
    .option('--min-size <number>', 'minimum number of names', integerFrom(1))
    .option('--min-score <number>', 'minimum score, 0 to 1', parseFraction)
    .option(
      '--start <time>',
      'only bulk registrations with an import at or after this time, ISO 8601; default: no limit',
      parseTime,
    )
    .option(
      '--end <time>',
      'only bulk registrations with an import before this time, ISO 8601; default: now',
      parseTime,
    )
    .option('--limit <number>', 'maximum number of rows', integerFrom(1), 100)
    .option('--json', 'print JSON')
    .action(list);
  registrations
    .command('names')
    .description('List the names of a bulk registration, sorted by name.')
    .argument('<id>', 'id of the bulk registration, as listed')
    .option('--limit <number>', 'maximum number of rows', integerFrom(1), 1000)
    .option('--json', 'print JSON')
    .action(names);
}

async function list({ kind, limit, json, ...filter }: ListOptions): Promise<void> {
  const kinds = kind === undefined ? undefined : [kind];
  const rows = await withZones((service) =>
    firstRows((page) => service.bulkRegistrations(localRequest, { ...filter, kinds, ...page }), limit),
  );
  printRows({
    rows: rows.map(toLine),
    columns: [
      { title: 'DAY', value: ({ day }: RegistrationLine) => day },
      { title: 'ZONE', value: ({ zone }) => zone },
      { title: 'PATTERN', value: ({ pattern }) => pattern },
      { title: 'NAMES', value: ({ size }) => size },
      { title: 'SCORE', value: ({ score }) => score.toFixed(2) },
      { title: 'NAMESERVERS', value: ({ nameservers }) => nameservers.join(' ') },
      { title: 'ID', value: ({ id }) => id },
    ],
    json,
  });
}

type RegistrationLine = ReturnType<typeof toLine>;

function toLine({ day, firstAt, lastAt, ...row }: RegistrationRow) {
  return {
    ...{ ...row, day: new Date(day * dayMs).toISOString().slice(0, 10) },
    ...{ firstSeenAt: new Date(firstAt).toISOString(), lastSeenAt: new Date(lastAt).toISOString() },
  };
}

async function names(id: string, { limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const rows = await withZones(async (service) => {
    const [found = null] = isUuid(id) ? await service.registrationsByIds(localRequest, [id]) : [];
    if (found === null) {
      throw new DomainError(
        'NOT_FOUND',
        `No bulk registration has the id ${id}: see rampart zones bulk-registrations list`,
      );
    }
    const read = async (page: Page) => {
      const [names] = await service.namesOfRegistrations(localRequest, { ids: [found.id], ...page });
      if (names === undefined) throw new Error('the service returned no page for the bulk registration');
      return names;
    };
    return await firstRows(read, limit);
  });
  printRows({ rows, columns: [{ title: 'NAME', value: ({ name }: { name: string }) => name }], json });
}
