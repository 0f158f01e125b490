import type { Command } from 'commander';
import { systemClock } from '../../platform/clock.js';
import { loadOwnConfiguration } from '../../platform/configuration/index.js';
import { createLog } from '../../platform/log.js';
import { serve } from '../serve.js';

export function addServeCommand(command: Command): void {
  command.action(async () => {
    const configuration = loadOwnConfiguration();
    await serve({ configuration, clock: systemClock, log: createLog({ level: configuration.server.logLevel }) });
  });
}
