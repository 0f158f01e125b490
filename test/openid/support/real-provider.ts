import { freePort } from '../../support/free-port.js';
import { type Accounts, signingKey, startIdentityProvider } from '../../support/identity-provider/index.js';

export const clientSecret = 'the-secret-of-this-client-at-the-provider';

export interface RealProvider {
  readonly issuer: string;
  /** Replaces the claims of people. */
  change(accounts: Accounts): Promise<void>;
  /** Number of requests for tokens since the start. */
  tokenRequests(): number;
  /** Restarts at the same address with other signing keys and without sessions. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An identity provider at which people sign in, with this server as its client. */
export async function startProvider(options: {
  accounts: Accounts;
  name: string;
  publicUrl: string;
  /** Whether it issues refresh tokens. */
  refreshes?: boolean;
}): Promise<RealProvider> {
  const { accounts, name, publicUrl, refreshes = false } = options;
  const port = await freePort();
  const client = {
    ...{ client_id: 'rampart', client_secret: clientSecret, scope: 'openid profile email' },
    redirect_uris: [`${publicUrl}/session/oidc/${name}/callback`],
    post_logout_redirect_uris: [`${publicUrl}/`],
    backchannel_logout_uri: `${publicUrl}/session/oidc/${name}/logout`,
    backchannel_logout_session_required: true,
    ...(refreshes && { grant_types: ['authorization_code', 'refresh_token'] }),
  };
  let starts = 0;
  async function start() {
    const keys = [await signingKey(`key-${++starts}`, 'RS256')];
    return await startIdentityProvider({ port, accounts, clients: [client], keys });
  }
  let running = await start();
  return {
    issuer: running.issuer,
    async restart() {
      await running.stop();
      running = await start();
    },
    change: (changed) => running.change(changed),
    tokenRequests: () => running.requests.filter((path) => path === '/token').length,
    stop: () => running.stop(),
  };
}
