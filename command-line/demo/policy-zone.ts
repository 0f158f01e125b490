import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Configuration } from '../../platform/configuration/index.js';

/** Returns the settings with a response policy zone for resolvers on this machine. */
export async function withPolicyZone(dns: Configuration['dns']): Promise<Configuration['dns']> {
  const zone = { zone: 'rpz.demo', key: null, tenantId: null };
  return { ...dns, port: await availablePort(dns), policyZones: [zone] };
}

/** Returns the preferred port, or a free one if another process, such as a second demo, uses it. */
async function availablePort({ host, port }: { host: string; port: number }): Promise<number> {
  return (await tryPort(port, host)) ?? (await tryPort(0, host)) ?? port;
}

async function tryPort(port: number, host: string): Promise<number | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
