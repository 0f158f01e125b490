import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Configuration, loadConfiguration } from '../../platform/configuration/index.js';

/** The configuration that these environment variables give, without any file. Servers of tests stand beside each other. */
export function testConfiguration(environment: Record<string, string>): Configuration {
  const freePorts = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
  return loadConfiguration({
    environment: { ...freePorts, ...environment },
    workingDirectory: join(tmpdir(), 'nothing-here'),
  });
}
