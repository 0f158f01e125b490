import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Responses of a faulty, compromised or wrong provider, which a real provider never sends. */
export interface ProviderFaults {
  /** Claims of the ID token that differ; undefined omits a claim. */
  claims?: Record<string, unknown>;
  /** Signs with a key that is not published. */
  isForged?: boolean;
  /** Replaces the token response. */
  tokenResponse?: { status: number; body: string; headers?: Record<string, string> };
  /** Replaces the response with its keys; null closes the connection. */
  keysResponse?: { status: number; body: string } | null;
  /** Overrides members of its metadata. */
  metadata?: Record<string, unknown>;
}

export interface MisbehavingProvider {
  readonly issuer: string;
  faults: ProviderFaults;
  /** Id of its key. Clients read the keys again after it has changed. */
  keyId: string;
  /** The clock of the provider, in Unix epoch milliseconds. */
  now(): number;
  /** The parameters of the last request for tokens. */
  readonly tokenRequest: URLSearchParams;
  sign(claims: Record<string, unknown>, options?: { isForged?: boolean }): Promise<string>;
  /** Number of issued refresh tokens. */
  readonly refreshTokens: number;
  close(): Promise<void>;
}

/** A provider that signs the claims of a test. `nonce` is that of the last sign-in. */
export async function startMisbehavingProvider(clientId: string): Promise<MisbehavingProvider & { nonce: string }> {
  const [own, forged] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const key = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig' };
  const server = createServer(async (request, response) => {
    const { metadata = {}, tokenResponse, keysResponse, claims = {}, isForged = false } = provider.faults;
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return sendJson(response, {
          ...{ issuer: provider.issuer, authorization_endpoint: `${provider.issuer}/auth` },
          ...{ token_endpoint: `${provider.issuer}/token`, jwks_uri: `${provider.issuer}/keys` },
          ...metadata,
        });
      case '/keys':
        if (keysResponse === null) return void request.socket.destroy();
        if (keysResponse !== undefined) return void response.writeHead(keysResponse.status).end(keysResponse.body);
        return sendJson(response, { keys: [{ ...key, kid: provider.keyId }] });
      case '/token': {
        provider.tokenRequest = new URLSearchParams(await text(request));
        if (tokenResponse !== undefined) {
          return void response.writeHead(tokenResponse.status, tokenResponse.headers).end(tokenResponse.body);
        }
        const expected = { sub: 'ada', groups: ['admins'], nonce: provider.nonce };
        const idToken = await provider.sign({ ...expected, ...claims }, { isForged });
        const tokens = { access_token: 'a', refresh_token: `refresh-${++provider.refreshTokens}` };
        return sendJson(response, { ...tokens, token_type: 'Bearer', expires_in: 60, id_token: idToken });
      }
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: {} as ProviderFaults,
    keyId: 'own',
    nonce: '',
    refreshTokens: 0,
    now: () => Date.now(),
    tokenRequest: new URLSearchParams(),
    async sign(claims: Record<string, unknown>, { isForged = false } = {}) {
      const now = Math.floor(provider.now() / 1000);
      const all = { iss: provider.issuer, aud: clientId, iat: now, exp: now + 60, ...claims };
      return await new SignJWT(all)
        .setProtectedHeader({ alg: 'RS256', kid: provider.keyId })
        .sign(isForged ? forged.privateKey : own.privateKey);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return provider;
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
