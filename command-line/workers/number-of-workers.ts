import { availableParallelism } from 'node:os';
import { type Configuration, ConfigurationError, sections } from '../../platform/configuration/index.js';
import { errorLine } from '../failure.js';

/**
 * The number of processes that share the ports, from `--workers` or the setting.
 * @throws {ConfigurationError} if the option is invalid
 */
export function numberOfWorkers(option: string | undefined, setting: Configuration['server']['workers']): number {
  const count = option === undefined ? setting : parseWorkers(option);
  return count === 'auto' ? availableParallelism() : count;
}

function parseWorkers(option: string): number | 'auto' {
  try {
    return sections.server.workers.parse(option);
  } catch (error) {
    throw new ConfigurationError(`--workers ${errorLine(error)}, not "${option}"`);
  }
}
