import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import {
  type DriveService,
  type MirrorClientRecord,
  type RunRecord,
  type StatusRecord,
  SyncTrigger,
} from '../../subgraphs/drive/service.js';
import { CommandFailure, errorLine } from '../failure.js';
import { formatTime, type JsonOption, type NamedValue, printJson, printNamedValues, printRows } from '../output.js';
import { addEncryptCommand, addMoveCommand } from './drive-contents.js';
import { addGuardCommands } from './drive-guard.js';
import { addRestoreCommand } from './drive-restore.js';
import { addSearchCommand } from './drive-search.js';
import { addSitesCommands, printOtherSites, siteLines } from './drive-sites.js';
import {
  type FullOption,
  fullOption,
  printRun,
  reportNoSubscription,
  reportRemainingSubscription,
  syncAndPrint,
} from './drive-sync.js';
import { withDrive } from './with-drive.js';

export function addDriveCommands(drive: Command): void {
  drive
    .command('connect')
    .description(
      'Connect to the site that [drive] configures: request a token, look up the site, and subscribe to its changes.',
    )
    .option('--json', 'print the status as JSON')
    .action(connect);
  drive
    .command('sync')
    .description(
      'Synchronize the local copy with the site that [drive] configures, and wait for completion. Failed downloads are retried.',
    )
    .option(...fullOption)
    .option('--json', 'print the counts as JSON')
    .action(sync);
  drive
    .command('status')
    .description('Show the status of the site that [drive] configures, and of all other followed sites.')
    .option('--json', 'print the status as JSON')
    .action(status);
  drive
    .command('disconnect')
    .description(
      'Delete the subscription to the site that [drive] configures, and disconnect the site. Synchronized items are not deleted.',
    )
    .option('--json', 'print the status as JSON')
    .action(disconnect);
  addSearchCommand(drive.command('search'));
  addRestoreCommand(drive.command('restore'));
  addEncryptCommand(drive.command('encrypt'));
  addMoveCommand(drive.command('move'));
  addGuardCommands(drive);
  addSitesCommands(drive);
  addClientsCommands(drive);
}

function addClientsCommands(drive: Command): void {
  const clients = drive
    .command('clients')
    .description('Manage mirror clients: programs that read the local copy as a document site.')
    .helpCommand(false);
  clients
    .command('add')
    .description('Create a client. Its secret is shown only once.')
    .argument('<name>', 'name of the client; unique')
    .option('--json', 'print client_id and client_secret as JSON')
    .action(addClient);
  clients
    .command('list')
    .description('List clients, sorted by name.')
    .option('--json', 'print JSON')
    .action(listClients);
  clients
    .command('remove')
    .description('Remove a client. Its tokens become invalid, and its subscriptions are deleted, immediately.')
    .argument('<name>', 'name or id of the client')
    .option('--json', 'print JSON')
    .action(removeClient);
}

async function addClient(name: string, options: JsonOption): Promise<void> {
  await withDrive(async (drive) => {
    const { client, secret } = await drive.addMirrorClient(localRequest, { name });
    if (options.json) printJson({ name: client.name, client_id: client.id, client_secret: secret });
    else process.stdout.write(`client_id: ${client.id}\nclient_secret: ${secret}\n`);
  });
}

async function listClients(options: JsonOption): Promise<void> {
  await withDrive(
    async (drive) => {
      const rows = (await drive.listMirrorClients(localRequest)).map(clientLine);
      const columns = [
        { title: 'NAME', value: (client: ClientLine) => client.name },
        { title: 'CLIENT ID', value: (client: ClientLine) => client.client_id },
        { title: 'CREATED', value: (client: ClientLine) => client.created_at },
        { title: 'LAST TOKEN', value: (client: ClientLine) => client.last_token_at },
      ];
      printRows({ rows, columns, json: options.json });
    },
    { access: 'read' },
  );
}

async function removeClient(name: string, options: JsonOption): Promise<void> {
  await withDrive(async (drive) => {
    const removed = clientLine(await drive.removeMirrorClient(localRequest, { name }));
    if (options.json) printJson(removed);
    else process.stdout.write(`removed ${removed.name} (${removed.client_id})\n`);
  });
}

type ClientLine = ReturnType<typeof clientLine>;

function clientLine({ id, name, createdAtEpoch, lastTokenAtEpoch }: MirrorClientRecord) {
  return { name, client_id: id, created_at: formatTime(createdAtEpoch), last_token_at: formatTime(lastTokenAtEpoch) };
}

async function connect(options: JsonOption): Promise<void> {
  await withDrive(async (drive) => {
    reportNoSubscription(await drive.connectDrive(localRequest));
    printStatus(await drive.readStatus(localRequest), options);
  });
}

/** Scans the folder that this instance serves. `rampart drive sync` does this instead of a synchronization. */
async function scan(drive: DriveService, options: JsonOption): Promise<void> {
  const { run, siteId, skipped, tooLarge, unstable } = await drive.scanFolder({
    trigger: SyncTrigger.REQUEST,
    request: localRequest,
  });
  if (run !== null) printRun(run, options.json ?? false);
  else if (options.json) printJson({ site: siteId, outcome: 'unchanged' });
  else process.stdout.write('no changes\n');
  for (const path of skipped)
    process.stderr.write(
      `not served (invalid name, symbolic link, special file or unreadable folder): ${errorLine(path)}\n`,
    );
  for (const path of tooLarge)
    process.stderr.write(
      `not stored: ${errorLine(path)} does not fit on the disk of data_dir/drive; free some space, then run the command again\n`,
    );
  if (unstable > 0)
    throw new CommandFailure(
      `${countOf(unstable, 'file was', 'files were')} changed during the scan: run the command again`,
    );
}

async function sync(options: JsonOption & FullOption): Promise<void> {
  await withDrive(async (drive) => {
    if (drive.servesFolder) return await scan(drive, options);
    const run = await syncAndPrint(drive, options);
    if (run.failedDownloads > 0) await reportFailures(drive);
  });
}

/**
 * Fails the command if files are not stored after a sync. Files that changed during their download do not count if a
 * later round of the sync has downloaded them.
 */
async function reportFailures(drive: DriveService): Promise<void> {
  const { counts } = await drive.readStatus(localRequest);
  const missing = counts.pendingDownloads + counts.failedDownloads;
  if (missing > 0)
    throw new CommandFailure(`${countOf(missing, 'file')} could not be downloaded; see: rampart drive status`);
}

async function status(options: JsonOption): Promise<void> {
  await withDrive(
    async (drive) => {
      const first = await drive.readStatus(localRequest);
      const others = (await siteLines(drive)).filter((site) => !site.of_settings);
      if (options.json) printJson({ ...statusFields(first), other_sites: others });
      else {
        printStatus(first, options);
        printOtherSites(others);
      }
    },
    { access: 'read' },
  );
}

async function disconnect(options: JsonOption): Promise<void> {
  await withDrive(async (drive) => {
    reportRemainingSubscription(await drive.disconnectDrive(localRequest));
    printStatus(await drive.readStatus(localRequest), options);
  });
}

function printStatus(status: StatusRecord, options: JsonOption): void {
  const fields = statusFields(status);
  if (options.json) {
    printJson(fields);
    return;
  }
  const { site, subscription, items, notifications, circuit, last_sync: run, ...rest } = fields;
  const groups = Object.entries({ ...rest, site, subscription, items, notifications, circuit, last_sync: run });
  printNamedValues(groups.flatMap(([name, value]) => namedValuesOf(name, value)));
}

function namedValuesOf(name: string, value: unknown): NamedValue[] {
  const label = name.replaceAll('_', ' ');
  if (Array.isArray(value)) return [[label, value.join(', ')]];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => namedValuesOf(`${label} ${name}`, member));
  }
  return [[label, value === null ? null : String(value)]];
}

/** Formats the status for output, without secrets. */
function statusFields(status: StatusRecord) {
  const { connection, site, subscription, counts, receiver, lastRun } = status;
  return {
    connected: status.isConnected,
    reason: status.reason,
    site: { hostname: connection.hostname, path: connection.path, id: site?.id ?? null, name: site?.name ?? null },
    subscription: {
      health: status.subscriptionHealth,
      expires_at: formatTime(subscription?.expiresAtEpoch),
      last_notification_at: formatTime(subscription?.lastNotificationAtEpoch),
      error: subscription?.lastError ?? null,
    },
    last_sync_at: formatTime(status.lastSuccessAtEpoch),
    last_sync: lastRun === null ? null : runFields(lastRun),
    items: {
      total: counts.items,
      files: counts.files,
      folders: counts.folders,
      bytes: counts.storedBytes,
      pending_downloads: counts.pendingDownloads,
      failed_downloads: counts.failedDownloads,
      malware_files: counts.malwareFiles,
      excluded_files: counts.excludedFiles,
    },
    notifications: receiver,
    roles: connection.roles,
    missing_permissions: status.missingPermissions,
    token_expires_at: formatTime(connection.tokenExpiresAtEpoch),
    circuit: {
      state: status.circuitState,
      open: status.isCircuitOpen,
      failures: connection.failures,
      open_until: formatTime(status.circuitOpenUntilEpoch),
    },
    last_error: connection.lastError,
    last_error_at: formatTime(connection.lastErrorAtEpoch),
  };
}

function runFields(run: RunRecord) {
  const { trigger, outcome, startedAtEpoch, finishedAtEpoch, downloads, throttled, retries, error } = run;
  const times = { started_at: formatTime(startedAtEpoch), finished_at: formatTime(finishedAtEpoch) };
  return { trigger, outcome, ...times, downloads, throttled, retries, error };
}
