import { freePort } from '../../support/free-port.js';
import { type Accounts, signingKey, startIdentityProvider } from '../../support/identity-provider/index.js';

export const clientSecret = 'the-secret-of-this-client-at-the-provider';

export interface RealProvider {
  readonly issuer: string;
  /** Starts again on the same address with other signing keys and without its sessions. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A provider where people sign in, with this server as its client. */
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
  let starts = 0;
  async function launch() {
    const keys = [await signingKey(`key-${++starts}`, 'RS256')];
    return await startIdentityProvider({ port, accounts, clients: [client], keys });
  }
  let running = await launch();
  return {
    issuer: running.issuer,
    async restart() {
      await running.stop();
      running = await launch();
    },
    stop: () => running.stop(),
  };
}
