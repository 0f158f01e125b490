import cluster from 'node:cluster';
import { type Command, Option } from 'commander';
import { systemClock } from '../../platform/clock.js';
import { type Configuration, ConfigurationError } from '../../platform/configuration/index.js';
import { listSharedClusters } from '../../platform/database/index.js';
import { createLog, type Logger } from '../../platform/log.js';
import { ownSettings } from '../instance/index.js';
import { partNames } from '../part-names.js';
import { recordRunning } from '../record-running.js';
import type { WorkerRole } from '../running.js';
import { serve } from '../serve.js';
import { numberOfWorkers, runWorker, startWorkers } from '../workers/index.js';

export function addServeCommand(command: Command): void {
  command
    .addOption(
      new Option(
        '--only <part...>',
        'run only these parts in this process, and start the others separately (see [cluster] in the settings); default: all parts',
      ).choices([...partNames]),
    )
    .option(
      '--workers <number>',
      'number of processes that share the ports, 1–256, or auto: one per core; default: [server] workers',
    )
    .action(async ({ only = [], workers }: { only?: string[]; workers?: string }) => {
      const { configuration, file } = ownSettings();
      const log = createLog({ level: configuration.server.logLevel });
      const start = async (worker?: WorkerRole) => {
        // Loaded here, because a process that only starts workers needs none of it.
        const { startParts } = await import('../rampart.js');
        return await startParts({ configuration, clock: systemClock, log, ...(worker && { worker }) }, only);
      };
      if (cluster.isWorker) return await runWorker(log, start);
      warnAboutOrphanedDatabases(configuration, log);
      const count = workerCount(workers, { configuration, only });
      const { drainSeconds } = configuration.server;
      const record = { kind: 'server', configuration, file, log } as const;
      if (count === 1) return await serve({ log, start: async () => recordRunning(await start(), record) });
      await serve({
        log,
        start: async () => recordRunning(await startWorkers(count, { log, drainSeconds }), record),
        reload: ({ restart }) => restart(),
      });
    });
}

/**
 * The number of processes, from the option or the setting.
 * @throws {ConfigurationError} if it is invalid, or several processes cannot share the requested parts
 */
function workerCount(
  option: string | undefined,
  options: { configuration: Configuration; only: readonly string[] },
): number {
  const { server, database } = options.configuration;
  const count = numberOfWorkers(option, server.workers);
  const hasGateway = options.only.length === 0 || options.only.includes('gateway');
  // The setting may be in a file that the gateway and the subgraph processes share.
  if (count === 1 || (option === undefined && !hasGateway)) return 1;
  if (database.url === '') {
    throw new ConfigurationError(
      `${count} workers cannot share the embedded database: set [database] url to a PostgreSQL server, or workers to 1`,
    );
  }
  if (!hasGateway) {
    // A signed call can be used only once, but each process knows only the calls that it has received itself.
    throw new ConfigurationError(
      `${count} workers require a gateway in the process: add gateway to --only, or start additional subgraph processes with their own addresses`,
    );
  }
  return count;
}

/**
 * Warns about databases in the shared directory whose data directory does not exist. Only the operator knows whether
 * the data directory was removed, moved or not mounted yet.
 */
function warnAboutOrphanedDatabases({ database }: Configuration, log: Logger): void {
  if (database.url !== '' || process.getuid?.() !== 0) return;
  const orphaned = listSharedClusters().filter(({ state }) => state === 'orphaned');
  if (orphaned.length === 0) return;
  log.warn(
    { databases: orphaned.map(({ folder, dataDirectory }) => ({ folder, dataDirectory })) },
    'databases without a data directory exist: list them with rampart cleanup, and delete unneeded ones with --remove',
  );
}
