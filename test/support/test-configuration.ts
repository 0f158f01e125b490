import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Configuration, loadConfiguration } from '../../platform/configuration/index.js';

/**
 * The configuration of these environment variables, without a file. Ports are free ones, so servers of tests can run
 * concurrently.
 */
export function testConfiguration(environment: Record<string, string>): Configuration {
  const freePorts = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
  return loadConfiguration({
    environment: { ...freePorts, ...environment },
    workingDirectory: join(tmpdir(), 'nothing-here'),
  });
}
