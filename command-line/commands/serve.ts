import { type Command, Option } from 'commander';
import { systemClock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { listSharedClusters } from '../../platform/database/index.js';
import { createLog, type Logger } from '../../platform/log.js';
import { ownSettings } from '../instance/index.js';
import { partNames } from '../placement.js';
import { startParts } from '../rampart.js';
import { recorded } from '../recorded.js';
import { serve } from '../serve.js';

export function addServeCommand(command: Command): void {
  command
    .addOption(
      new Option('--only <part...>', 'run these parts here, the others elsewhere; see [cluster]').choices([
        ...partNames,
      ]),
    )
    .action(async ({ only = [] }: { only?: string[] }) => {
      const { configuration, file } = ownSettings();
      const log = createLog({ level: configuration.server.logLevel });
      warnAboutOrphanedDatabases(configuration, log);
      const start = () => startParts({ configuration, clock: systemClock, log }, only);
      await serve({ log, start: async () => recorded(await start(), { kind: 'server', configuration, file, log }) });
    });
}

/** Whether the data directory of a database in the shared folder was removed, moved or not mounted yet, only people know. */
function warnAboutOrphanedDatabases({ database }: Configuration, log: Logger): void {
  if (database.url !== '' || process.getuid?.() !== 0) return;
  const orphaned = listSharedClusters().filter(({ state }) => state === 'orphaned');
  if (orphaned.length === 0) return;
  log.warn(
    { databases: orphaned.map(({ folder, dataDirectory }) => ({ folder, dataDirectory })) },
    'databases without a data directory exist: list and delete them with rampart cleanup',
  );
}
