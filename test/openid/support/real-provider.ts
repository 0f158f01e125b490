import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair } from 'jose';

export const clientSecret = 'the-secret-of-this-client-at-the-provider';

/** Groups and other claims of a person, by their login. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface RealProvider {
  readonly issuer: string;
  /** Starts again on the same address with other signing keys and without its sessions. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** `oidc-provider` in a process of its own, with this server as its client. */
export async function startProvider(options: {
  accounts: Accounts;
  name: string;
  publicUrl: string;
}): Promise<RealProvider> {
  const { accounts, name, publicUrl } = options;
  const port = await freePort();
  const client = {
    ...{ client_id: 'rampart', client_secret: clientSecret, scope: 'openid profile email' },
    redirect_uris: [`${publicUrl}/session/oidc/${name}/callback`],
    post_logout_redirect_uris: [`${publicUrl}/`],
    backchannel_logout_uri: `${publicUrl}/session/oidc/${name}/logout`,
    backchannel_logout_session_required: true,
  };
  let stop = await launch();

  async function launch(): Promise<() => Promise<void>> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
    const script = fileURLToPath(new URL('provider-process.mjs', import.meta.url));
    const PROVIDER_SETTINGS = JSON.stringify({ port, accounts, clients: [client], keys: [key] });
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, PROVIDER_SETTINGS },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (data) => {
      errors += String(data);
    });
    const ready = once(child.stdout, 'data');
    const failed = once(child, 'exit').then(() => Promise.reject(new Error(`the provider has not started: ${errors}`)));
    await Promise.race([ready, failed]);
    failed.catch(() => {});
    return async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
  }

  return {
    issuer: `http://127.0.0.1:${port}`,
    async restart() {
      await stop();
      stop = await launch();
    },
    stop: () => stop(),
  };
}
