import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type {
  NameserverChange,
  NameserverChangeDirection,
  NameserverChangeKind,
  NameserverDomain,
} from '../../subgraphs/zones/service.js';
import { firstRows, type Page } from '../first-rows.js';
import { integerFrom } from '../number-options.js';
import { printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withZones } from './with-zones.js';

interface PageOptions {
  zone?: string;
  limit: number;
  json?: boolean;
}

interface ChangesOptions extends PageOptions {
  nameserver?: string;
  direction?: NameserverChangeDirection;
  kind?: NameserverChangeKind;
  start?: Date;
  end?: Date;
}

/** Adds `rampart zones nameservers`: the domains that use nameservers, and domains that have changed nameservers. */
export function addNameserverCommands(zones: Command): void {
  const nameservers = zones
    .command('nameservers')
    .description('List domains by nameserver, and nameserver changes.')
    .helpCommand(false);
  addPageOptions(
    nameservers
      .command('domains')
      .description(
        'List the domains that use all of these nameservers, grouped by zone and set of nameservers (neither in alphabetical order), and sorted by name within a set.',
      )
      .argument('<nameservers...>', 'names of nameservers, such as ns1.example.net'),
    'domains',
  ).action(domains);
  addPageOptions(nameservers.command('changes').description('List nameserver changes, oldest first.'), 'changes')
    .option('--nameserver <name>', 'only changes in which a domain starts or stops using this nameserver')
    .addOption(
      new Option(
        '--direction <direction>',
        'only changes in which a domain starts (to) or stops (from) using the nameserver of --nameserver; requires --nameserver',
      ).choices(['to', 'from']),
    )
    .addOption(
      new Option(
        '--kind <kind>',
        'only changes of this kind: the domain was added to the zone (added), was removed from it (removed) or changed its nameservers (moved)',
      ).choices(['added', 'removed', 'moved']),
    )
    .option('--start <time>', 'start of the window, ISO 8601; default: 10 days before the end', parseTime)
    .option('--end <time>', 'end of the window, ISO 8601; default: now', parseTime)
    .action(changes);
}

function addPageOptions(command: Command, records: string): Command {
  return command
    .option('--zone <zone>', `only ${records} in this zone, such as com; default: all zones`)
    .option('--limit <number>', 'maximum number of rows', integerFrom(1), 100)
    .option('--json', 'print JSON');
}

async function domains(names: string[], { zone, limit, json }: PageOptions): Promise<void> {
  const rows = await withZones((service) => {
    const read = (page: Page) => service.nameserverDomains(localRequest, { nameservers: names, zone, ...page });
    return firstRows(read, limit);
  });
  printRows({
    rows,
    columns: [
      { title: 'DOMAIN', value: ({ domain }: NameserverDomain) => domain },
      { title: 'SINCE', value: ({ since }) => since.toISOString() },
      { title: 'NAMESERVERS', value: ({ nameservers }) => nameservers.join(' ') },
    ],
    json,
  });
}

async function changes({ kind, limit, json, ...filter }: ChangesOptions): Promise<void> {
  const kinds = kind === undefined ? undefined : [kind];
  const rows = await withZones((service) => {
    const read = (page: Page) => service.nameserverChanges(localRequest, { ...filter, kinds, ...page });
    return firstRows(read, limit);
  });
  printRows({
    rows,
    columns: [
      { title: 'TIME', value: ({ changedAt }: NameserverChange) => changedAt.toISOString() },
      { title: 'DOMAIN', value: ({ domain }) => domain },
      { title: 'CHANGE', value: (change) => change.kind },
      { title: 'BEFORE', value: ({ before }) => before.join(' ') },
      { title: 'AFTER', value: ({ after }) => after.join(' ') },
    ],
    json,
  });
}
