import { type Command, Option } from 'commander';
import { systemClock } from '../../platform/clock.js';
import { createLog } from '../../platform/log.js';
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
      const start = () => startParts({ configuration, clock: systemClock, log }, only);
      await serve({ log, start: async () => recorded(await start(), { kind: 'server', configuration, file, log }) });
    });
}
