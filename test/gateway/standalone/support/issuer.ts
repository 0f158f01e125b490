import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An issuer of tokens with a key set at a URL. */
export interface Issuer {
  readonly name: string;
  readonly keysUrl: URL;
  readonly publicKey: JWK;
  /** Signs a token for the audience `graph`, which expires in five minutes. */
  sign(claims: object, options?: { expires?: string; audience?: string }): Promise<string>;
  close(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const name = 'https://issuer.test';
  const { privateKey, publicKey: key } = await generateKeyPair('ES256');
  const publicKey = { ...(await exportJWK(key)), kid: 'k1', alg: 'ES256' };
  const server = createServer((_request, response) => void response.end(JSON.stringify({ keys: [publicKey] })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ name, publicKey },
    keysUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`), // A TCP server has an AddressInfo.
    sign: (claims, { expires = '5m', audience = 'graph' } = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setIssuer(name)
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(privateKey),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
