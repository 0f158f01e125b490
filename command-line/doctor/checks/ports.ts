import { once } from 'node:events';
import { createServer } from 'node:net';
import { assertMayListen } from '../../../gateway/authentication/index.js';
import { databaseOf, describeInstance, type RunningInstance } from '../../instance/index.js';
import { type Check, type CheckContext, type CheckResult, failure, ok } from '../check.js';

interface Listener {
  readonly host: string;
  readonly port: number;
  /** Section of the settings that has the address of the port. */
  readonly section: 'server' | 'licenses';
}

export const mainPort: Check = {
  name: 'main port',
  async run(context) {
    const { configuration } = context;
    try {
      assertMayListen(configuration);
    } catch (error) {
      return failure(
        (error as Error).message,
        'set [auth] alerts = token, or remove the setting that makes the server reachable from other machines',
      ); // assertMayListen throws only instances of Error.
    }
    return await checkPort(context, { ...configuration.server, section: 'server' });
  },
};

export const licensesPort: Check = {
  name: 'licenses port',
  run: async (context) => await checkPort(context, { ...context.configuration.licenses, section: 'licenses' }),
};

async function checkPort(context: CheckContext, { host, port, section }: Listener): Promise<CheckResult> {
  const address = `${host}:${port}`;
  const setting = `[${section}] port`;
  if (port === 0) return ok(`${host}, any free port`);
  const code = await listenError({ host, port });
  if (code === undefined) return ok(`${address} is free`);
  if (code === 'EADDRINUSE') return portInUse(context, { address, port, setting });
  if (code === 'EACCES') {
    return failure(
      `this user is not permitted to listen on ${address}`,
      `set ${setting} to 1024 or more, or grant the capability CAP_NET_BIND_SERVICE`,
    );
  }
  return failure(
    `${host} is not an address of this machine`,
    `set [${section}] host to 127.0.0.1, 0.0.0.0, or an address of this machine`,
  );
}

function portInUse(
  { configuration, running }: CheckContext,
  { address, port, setting }: { address: string; port: number; setting: string },
): CheckResult {
  const holder = running.find((instance) => instance.listening.some((url) => portOf(url) === port));
  if (holder === undefined) {
    return failure(
      `${address} is in use by another program`,
      `stop that program (ss -ltnp 'sport = :${port}' shows it), or set ${setting} to another port`,
    );
  }
  if (isSameInstance(holder, configuration)) return ok(`${address} is in use by this instance (process ${holder.pid})`);
  return failure(
    `${address} is in use by ${describeInstance(holder)}`,
    `stop that instance, or set ${setting} to another port`,
  );
}

function isSameInstance(instance: RunningInstance, configuration: CheckContext['configuration']): boolean {
  return instance.database.identity === databaseOf(configuration).identity;
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/**
 * Tries to listen on an address. Returns the error code; undefined if the address is available. The port is released
 * afterwards.
 */
async function listenError(address: { host: string; port: number }): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ ...address, exclusive: true });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code; // node throws errors of this type.
  } finally {
    server.close();
  }
}
