import { systemClock } from '../platform/clock.js';
import type { Configuration } from '../platform/configuration/index.js';
import { openDatabase } from '../platform/database/index.js';
import { createLog, type LogLevel } from '../platform/log.js';
import type { Platform } from '../platform/subgraph.js';
import { CommandFailure } from './failure.js';
import { databaseOf, resolveInstance } from './instance/index.js';
import { databaseErrorSuffix, isStoreFailure } from './store-failure.js';

/**
 * Runs work with the database of the command's instance, whether or not a server is running, and closes the database
 * afterwards.
 * @param options.access `read` if the command changes nothing
 * @throws {CommandFailure} if the instance does not exist, or its database cannot be reached
 */
export async function withPlatform<T>(
  work: (platform: Platform) => Promise<T>,
  { access = 'write' }: { access?: 'read' | 'write' } = {},
): Promise<T> {
  const { configuration, note } = resolveInstance(access);
  if (note !== undefined) process.stderr.write(`rampart: ${note}\n`);
  const log = createLog({ level: logLevel(configuration) });
  const database = await openDatabase({ configuration, log, mustExist: true }).catch((error: unknown) => {
    if (!isStoreFailure(error)) throw error;
    throw new CommandFailure(
      `the database cannot be reached: ${databaseOf(configuration).name}${databaseErrorSuffix(error)}`,
    );
  });
  try {
    return await work({ configuration, database, clock: systemClock, log });
  } finally {
    await database.close();
  }
}

/**
 * Returns the log level of a command. Log output is enabled only by the levels debug and trace, because a failed
 * command prints its error on one line.
 */
function logLevel({ server }: Configuration): LogLevel {
  return server.logLevel === 'debug' || server.logLevel === 'trace' ? server.logLevel : 'fatal';
}
