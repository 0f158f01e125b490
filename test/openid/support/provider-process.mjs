// An OpenID Connect provider as a process of its own. Its settings are JSON in PROVIDER_SETTINGS; it prints its port.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const { port, clients, accounts, keys } = JSON.parse(process.env.PROVIDER_SETTINGS ?? '{}');
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients,
  jwks: { keys },
  cookies: { keys: ['of-a-test'] },
  claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
  // The client of a test is on this machine, where a provider sends nothing by default.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
  pkce: { required: () => true },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id, ...accounts[id] }),
  }),
});
provider.on('backchannel.error', (_context, error) => process.stderr.write(`${error.stack}\n${error.cause}\n`));
createServer(provider.callback()).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
