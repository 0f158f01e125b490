import { type Command, Option } from 'commander';
import { systemClock } from '../../platform/clock.js';
import { loadOwnConfiguration } from '../../platform/configuration/index.js';
import { createLog } from '../../platform/log.js';
import { partNames } from '../placement.js';
import { startParts } from '../rampart.js';
import { serve } from '../serve.js';

export function addServeCommand(command: Command): void {
  command
    .addOption(
      new Option('--only <part...>', 'run these parts here, the others elsewhere; see [cluster]').choices([
        ...partNames,
      ]),
    )
    .action(async ({ only = [] }: { only?: string[] }) => {
      const configuration = loadOwnConfiguration();
      const log = createLog({ level: configuration.server.logLevel });
      await serve({ log, start: () => startParts({ configuration, clock: systemClock, log }, only) });
    });
}
