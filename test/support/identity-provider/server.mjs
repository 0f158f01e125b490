// An OpenID Connect provider (oidc-provider) in a process of its own. The settings are JSON in the first argument:
// `port` (0: a free one), `keys` (private JWKs), `clients`, `resources` (audience to scopes), `tokenSeconds`, and
// `accounts` (login to claims) of people, who sign in with any password. Prints `issuer URL`, then a line for each
// request. A line of standard input changes accounts; then it prints `changed`.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import Provider from 'oidc-provider';

const { port, keys, clients, resources, tokenSeconds, accounts } = JSON.parse(process.argv[2]);
createInterface({ input: process.stdin }).on('line', (line) => {
  Object.assign(accounts, JSON.parse(line));
  process.stdout.write('changed\n');
});
const server = createServer();
server.listen(port, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({ id_token_signed_response_alg: keys[0].alg, ...client })),
    jwks: { keys },
    cookies: { keys: ['of-a-test'] },
    scopes: ['openid', ...new Set(Object.values(resources).flatMap((scopes) => scopes.split(' ')))],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'groups', 'roles', 'hd', 'realm_access', '_claim_names', '_claim_sources'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, ...accounts[id] }),
    }),
    // Like Keycloak: without a scope or a prompt, and with rotation.
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // By default, the provider sends no requests to this machine, where the clients of a test are.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
    features: {
      backchannelLogout: { enabled: true },
      devInteractions: { enabled: Object.keys(accounts).length > 0 },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, audience) => ({
          ...{ audience, scope: resources[audience] ?? '', accessTokenTTL: tokenSeconds },
          ...{ accessTokenFormat: 'jwt', jwt: { sign: { alg: keys[0].alg } } },
        }),
      },
    },
  });
  provider.on('backchannel.error', (_context, error) => process.stderr.write(`${error.stack}\n${error.cause}\n`));
  const respond = provider.callback();
  server.on('request', (request, response) => {
    process.stdout.write(`request ${request.url}\n`);
    respond(request, response);
  });
  process.stdout.write(`issuer ${issuer}\n`);
});
