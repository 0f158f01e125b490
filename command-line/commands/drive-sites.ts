import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { type DriveService, type FollowedSite, siteAddress } from '../../subgraphs/drive/service.js';
import { CommandFailure, errorLine } from '../failure.js';
import { integerBetween, integerFrom } from '../number-options.js';
import { formatTime, type JsonOption, printJson, printRows } from '../output.js';
import { collectValues } from '../repeatable-option.js';
import {
  type FullOption,
  fullOption,
  reportNoSubscription,
  reportRemainingSubscription,
  syncAndPrint,
} from './drive-sync.js';
import { withDrive } from './with-drive.js';

const siteArgument = ['<site>', 'address of the site, such as contoso.sharepoint.com/sites/security'] as const;
const libraryOption = ['--library <name>', 'document library; default: the default library of the site'] as const;

/** Adds `rampart drive sites`. */
export function addSitesCommands(drive: Command): void {
  const sites = drive.command('sites').description('Manage the document sites that are followed.').helpCommand(false);
  addSiteOptions(
    sites
      .command('add')
      .description('Follow another site or library: look it up, subscribe to its changes, and synchronize it.'),
    { credentials: '; default: those of [drive]', pollSeconds: '; default: 600' },
  ).action(addSite);
  sites
    .command('list')
    .description('List the followed sites with their connection state, number of files and last synchronization.')
    .option('--json', 'print JSON')
    .action(listSites);
  addSiteOptions(
    sites
      .command('update')
      .description(
        'Change the schedule, the credentials or the filter of a site. Options that are not specified are unchanged; a filter is replaced as a whole.',
      ),
    { credentials: '', pollSeconds: '' },
  )
    .option('--no-filter', 'download all files')
    .action(updateSite);
  for (const [name, description, action] of [
    ['show', 'Show the connection state, number of files and last synchronization of a site.', showSite],
    ['sync', 'Synchronize a site now and wait for completion. Failed downloads are retried.', syncSite],
    ['pause', 'Pause a site: send no requests to it until it is resumed.', setPaused(true)],
    ['resume', 'Resume a paused site and synchronize it.', setPaused(false)],
  ] as const) {
    const command = sites
      .command(name)
      .description(description)
      .argument(...siteArgument)
      .option(...libraryOption)
      .option('--json', 'print JSON')
      .action(action);
    if (name === 'sync') command.option(...fullOption);
  }
  sites
    .command('remove')
    .description(
      'Stop following a site, and keep or delete its local copy; prompts for the choice if no option specifies it. Items that are linked to alerts are never deleted.',
    )
    .argument(...siteArgument)
    .option(...libraryOption)
    .option('--keep-files', 'keep the local copy')
    .option('--delete-files', 'delete the local copy, except items that are linked to alerts')
    .option('--json', 'print JSON')
    .action(removeSite);
}

/**
 * @param defaults descriptions of the defaults for a new site; empty strings for an existing site, for which omitted
 * options change nothing
 */
function addSiteOptions(command: Command, defaults: { credentials: string; pollSeconds: string }): Command {
  return command
    .argument(...siteArgument)
    .option(...libraryOption)
    .option(
      '--credentials <name>',
      `name of the file in [drive] credentials_dir with the credentials of the application${defaults.credentials}`,
    )
    .option(
      '--poll-seconds <number>',
      `seconds between polls, 60–86400${defaults.pollSeconds}`,
      integerBetween(60, 86_400),
    )
    .option('--folder <path>', 'download only files below this folder; repeatable', collectValues)
    .option('--exclude-folder <path>', 'do not download files below this folder; repeatable', collectValues)
    .option(
      '--name <pattern>',
      "download only files whose names match this pattern, such as '*.pdf'; repeatable",
      collectValues,
    )
    .option(
      '--exclude-name <pattern>',
      'do not download files whose names match this pattern; repeatable',
      collectValues,
    )
    .option('--max-bytes <number>', 'maximum size of each downloaded file, in bytes; default: no limit', integerFrom(0))
    .option('--json', 'print JSON');
}

interface SiteOptions extends JsonOption {
  library?: string;
}

interface ChangeOptions extends SiteOptions {
  credentials?: string;
  pollSeconds?: number;
  folder?: string[];
  excludeFolder?: string[];
  name?: string[];
  excludeName?: string[];
  maxBytes?: number;
  /** False if `--no-filter` is set: all files are downloaded. */
  filter?: boolean;
}

async function addSite(address: string, options: ChangeOptions): Promise<void> {
  await withDrive(async (drive) => {
    const { credentials, pollSeconds } = options;
    const added = await drive.addSite(localRequest, {
      ...addressOf(address, options),
      ...{ credentials, pollSeconds, filter: filterOf(options) },
    });
    reportNoSubscription(added);
    await printSite(drive, address, options);
  });
}

async function updateSite(address: string, options: ChangeOptions): Promise<void> {
  await withDrive(async (drive) => {
    const { credentials, pollSeconds } = options;
    const filter = options.filter === false ? null : filterOf(options);
    const site = await findSite(drive, address, options);
    await drive.updateSiteOptions(localRequest, { site, credentials, pollSeconds, filter });
    await printSite(drive, address, options);
  });
}

/** Returns the filter that the options specify; undefined without filter options. */
function filterOf({ folder, excludeFolder, name, excludeName, maxBytes }: ChangeOptions) {
  if ([folder, excludeFolder, name, excludeName, maxBytes].every((option) => option === undefined)) return undefined;
  return { folders: folder, excludedFolders: excludeFolder, names: name, excludedNames: excludeName, maxBytes };
}

async function showSite(address: string, options: SiteOptions): Promise<void> {
  await withDrive((drive) => printSite(drive, address, options), { access: 'read' });
}

async function syncSite(address: string, options: SiteOptions & FullOption): Promise<void> {
  await withDrive(async (drive) => {
    const site = await findSite(drive, address, options);
    const { failedDownloads } = await syncAndPrint(drive, { ...options, site });
    const [status] = failedDownloads === 0 ? [] : await drive.readStatuses(localRequest, [site]);
    const missing = (status?.counts.pendingDownloads ?? 0) + (status?.counts.failedDownloads ?? 0);
    if (missing > 0)
      throw new CommandFailure(
        `${countOf(missing, 'file')} could not be downloaded; see pending_downloads and failed_downloads in: rampart drive sites list --json`,
      );
  });
}

/** Returns the action that pauses or resumes a site. */
function setPaused(isPaused: boolean) {
  return async (address: string, options: SiteOptions): Promise<void> =>
    await withDrive(async (drive) => {
      await drive.setPaused(localRequest, { site: await findSite(drive, address, options), isPaused });
      await printSite(drive, address, options);
    });
}

async function removeSite(
  address: string,
  options: SiteOptions & { keepFiles?: boolean; deleteFiles?: boolean },
): Promise<void> {
  await withDrive(async (drive) => {
    const site = await findSite(drive, address, options);
    const keepFiles = await resolveKeepFiles(options);
    const removed = await drive.removeSite(localRequest, { site, keepFiles });
    const { siteId, deletedItems, evidenceItems } = removed;
    reportRemainingSubscription(removed);
    if (options.json)
      printJson({ id: siteId, kept_files: keepFiles, deleted_items: deletedItems, evidence_items: evidenceItems });
    else if (keepFiles) process.stdout.write('removed; the local copy remains\n');
    else
      process.stdout.write(
        `removed; ${countOf(deletedItems, 'item')} deleted; ${evidenceItems} retained because of links to alerts\n`,
      );
  });
}

async function resolveKeepFiles({
  keepFiles,
  deleteFiles,
}: {
  keepFiles?: boolean;
  deleteFiles?: boolean;
}): Promise<boolean> {
  if (keepFiles === true && deleteFiles === true)
    throw new CommandFailure('--keep-files and --delete-files are mutually exclusive');
  if (keepFiles === true || deleteFiles === true) return keepFiles === true;
  if (!process.stdin.isTTY)
    throw new CommandFailure('specify what happens to the local copy: --keep-files or --delete-files');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const reply = await terminal.question('Keep the local copy of the files? [Y/n] ');
    return !/^n/i.test(reply.trim());
  } finally {
    terminal.close();
  }
}

async function listSites(options: { json?: boolean }): Promise<void> {
  await withDrive(
    async (drive) => {
      const rows = await siteLines(drive);
      printRows({ rows, columns, json: options.json });
    },
    { access: 'read' },
  );
}

type SiteLine = Awaited<ReturnType<typeof siteLines>>[number];

const columns = [
  { title: 'SITE', value: (site: SiteLine) => `${site.hostname}${site.path}` },
  { title: 'LIBRARY', value: (site: SiteLine) => site.library ?? 'default' },
  { title: 'STATE', value: (site: SiteLine) => site.state },
  { title: 'CIRCUIT', value: (site: SiteLine) => site.circuit },
  { title: 'FILES', value: (site: SiteLine) => site.files },
  { title: 'EXCLUDED', value: (site: SiteLine) => site.excluded_files },
  { title: 'LAST SYNC', value: (site: SiteLine) => site.last_sync_at },
  { title: 'REASON', value: (site: SiteLine) => site.reason },
];

/** Prints the followed sites other than the one in the settings, if there are any. */
export function printOtherSites(rows: readonly SiteLine[]): void {
  if (rows.length === 0) return;
  process.stdout.write('\n');
  printRows({ rows, columns });
}

/** Reads the followed sites, and formats them for output. */
export async function siteLines(drive: DriveService) {
  const sites = await drive.listSites(localRequest);
  const statuses = await drive.readStatuses(localRequest, sites);
  return sites.flatMap((site, index) => {
    const status = statuses[index];
    if (status === undefined) return [];
    const { sitePath: path, library } = siteAddress(site);
    return [
      {
        ...{ hostname: site.hostname, path, library, id: site.siteId, of_settings: site.isOfSettings },
        state: site.isPaused ? 'paused' : site.isConnected ? 'connected' : 'not connected',
        ...{
          circuit: status.circuitState,
          failures: site.failures,
          open_until: formatTime(status.circuitOpenUntilEpoch),
        },
        ...{ reason: status.reason, subscription: status.subscriptionHealth },
        last_sync_at: formatTime(status.lastSuccessAtEpoch),
        ...{ files: status.counts.files, stored_files: status.counts.storedFiles, bytes: status.counts.storedBytes },
        pending_downloads: status.counts.pendingDownloads,
        failed_downloads: status.counts.failedDownloads,
        malware_files: status.counts.malwareFiles,
        excluded_files: status.counts.excludedFiles,
        ...{ poll_seconds: site.pollSeconds, credentials: site.credentials, filter: site.filter },
        added_at: formatTime(site.addedAtEpoch),
      },
    ];
  });
}

async function printSite(drive: DriveService, address: string, options: SiteOptions): Promise<void> {
  const { hostname, path } = await findSite(drive, address, options);
  const requestedSite = siteAddress({ hostname, path });
  const rows = (await siteLines(drive)).filter(
    (site) =>
      site.hostname === hostname && site.path === requestedSite.sitePath && site.library === requestedSite.library,
  );
  if (options.json) printJson(rows[0]);
  else printRows({ rows, columns });
}

async function findSite(drive: DriveService, address: string, options: SiteOptions): Promise<FollowedSite> {
  return await drive.findSite(localRequest, addressOf(address, options));
}

/** Returns the hostname and path of an address, which can have a scheme. */
function addressOf(address: string, { library }: SiteOptions) {
  const [, hostname = '', path = ''] = /^(?:https?:\/\/)?([^/]+)\/(.+)$/i.exec(address.trim()) ?? [];
  if (hostname === '') {
    throw new CommandFailure(
      `${errorLine(address)} is not the address of a site: specify one such as contoso.sharepoint.com/sites/security`,
    );
  }
  return { hostname, path, library };
}
