import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Configuration } from '../../platform/configuration/index.js';

/** The settings, with a policy zone for resolvers of this machine unless they have one. */
export async function withPolicyZone(dns: Configuration['dns']): Promise<Configuration['dns']> {
  if (dns.policyZones.length > 0) return dns;
  const zone = { zone: 'rpz.demo', key: null, tenantId: null };
  return { ...dns, host: '127.0.0.1', port: await availablePort(dns.port), policyZones: [zone] };
}

/** The port, or a free one if another process has it, such as a second demo. */
async function availablePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred;
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
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
