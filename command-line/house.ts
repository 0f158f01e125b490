import { type Clock, systemClock } from '../platform/clock.js';
import { type Configuration, loadOwnConfiguration } from '../platform/configuration/index.js';
import { type Database, openDatabase } from '../platform/database/index.js';
import { createLog, type Logger, type LogLevel } from '../platform/log.js';

/** What a command that works on the database gets: the parts of the house, without the server. */
export interface House {
  configuration: Configuration;
  database: Database;
  clock: Clock;
  log: Logger;
}

/** Opens the database (whether or not a server runs on it), does the work, and closes it again. */
export async function inHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const configuration = loadOwnConfiguration();
  const log = createLog({ level: logLevel(configuration) });
  const database = await openDatabase({ configuration, log });
  try {
    if (!database.ready()) throw new Error('the database cannot be reached; check [database] url');
    return await work({ configuration, database, clock: systemClock, log });
  } finally {
    await database.close();
  }
}

/** A failed command says so in one line, its own. Who wants to see more asks for it. */
function logLevel({ server }: Configuration): LogLevel {
  return server.logLevel === 'debug' || server.logLevel === 'trace' ? server.logLevel : 'fatal';
}
