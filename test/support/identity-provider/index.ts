import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

const script = fileURLToPath(new URL('./server.mjs', import.meta.url));

/** A signing key of a provider, which tests can sign with too. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' } };
}

/** A JSON Web Token signed with a key of the provider or another one. */
export async function sign(
  key: SigningKey,
  claims: JWTPayload,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { alg, kid } = key;
  return await new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(key.privateKey);
}

/** Groups and other claims of a person, by their login. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface ProviderOptions {
  readonly port?: number;
  readonly keys: readonly SigningKey[];
  /**
   * Metadata of clients (OpenID Connect Dynamic Client Registration, section 2). Without redirect URIs, a client is a
   * machine.
   */
  readonly clients?: readonly Readonly<Record<string, unknown>>[];
  /** The scopes of each audience, separated by spaces. */
  readonly resources?: Readonly<Record<string, string>>;
  readonly tokenSeconds?: number;
  /** People who can sign in. */
  readonly accounts?: Accounts;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly port: number;
  /** Paths of the requests that it received. */
  readonly requests: readonly string[];
  /** An access token for a machine, by client_credentials with a resource indicator (RFC 8707). */
  accessToken(client: { client_id: string; client_secret: string; scope: string }, resource: string): Promise<string>;
  /** Replaces the claims of people. */
  change(accounts: Accounts): Promise<void>;
  stop(): Promise<void>;
}

const ofMachine = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };

/** Starts oidc-provider in a separate process. */
export async function startIdentityProvider(options: ProviderOptions): Promise<IdentityProvider> {
  const { port = 0, keys, clients = [], resources = {}, tokenSeconds = 300, accounts = {} } = options;
  const settings = {
    ...{ port, keys: keys.map(({ jwk }) => jwk), resources, tokenSeconds, accounts },
    clients: clients.map((client) => ('redirect_uris' in client ? client : { ...ofMachine, ...client })),
  };
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const changes: (() => void)[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const requests: string[] = [];
  const issuer = await new Promise<string>((resolve, reject) => {
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [kind, value = ''] = line.split(' ');
        if (kind === 'issuer') resolve(value);
        if (kind === 'request') requests.push(value);
        if (kind === 'changed') changes.shift()?.();
      }
    });
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}: ${errors}`)));
  });
  return {
    ...{ issuer, requests, port: Number(new URL(issuer).port) },
    async accessToken({ client_id, client_secret, scope }, resource) {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource }),
      });
      const body = (await response.json()) as { access_token?: string }; // RFC 6749 defines this format.
      if (body.access_token === undefined) throw new Error(`no access token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    change(changed) {
      child.stdin.write(`${JSON.stringify(changed)}\n`);
      return new Promise((resolve) => changes.push(resolve));
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
