// An OpenID Connect provider (oidc-provider) in a process of its own. The settings are JSON in the first argument: `port` (0: a free one), `keys`
// (private JWKs), `clients`, `resources` (audience to scopes) and `tokenSeconds`. Prints `issuer URL`, then a line for each request.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { port, keys, clients, resources, tokenSeconds } = JSON.parse(process.argv[2]);
const server = createServer();
server.listen(port, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      ...{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
      id_token_signed_response_alg: keys[0].alg,
      ...client,
    })),
    jwks: { keys },
    scopes: [...new Set(Object.values(resources).flatMap((scopes) => scopes.split(' ')))],
    features: {
      devInteractions: { enabled: false },
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
  const answer = provider.callback();
  server.on('request', (request, response) => {
    process.stdout.write(`request ${request.url}\n`);
    answer(request, response);
  });
  process.stdout.write(`issuer ${issuer}\n`);
});
