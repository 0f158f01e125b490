import type { Clock } from '../../../platform/clock.js';
import { type Received, serveFile, startSource } from './pull-world.js';

/** A fault in a response of the simulated service. */
interface Fault {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly disposition?: string;
  readonly content?: Buffer;
  /** Number of bytes after which the response stops. */
  readonly stopAfter?: number;
}

/** A simulation of CZDS according to ICANN's documentation of its REST API. */
export interface Czds {
  readonly url: string;
  /** Publishes the file of a zone. */
  publish(zone: string, content: Buffer, at: number): void;
  /** Makes all tokens invalid. */
  revokeTokens(): void;
  /**
   * Sets the function that returns the fault of each response. `count` is the number of requests with this method and
   * path since it was set.
   */
  fault(decide: (request: Received, count: number) => Fault | undefined): void;
  /** The requests since the previous call, each `METHOD path`. */
  requests(): string[];
  /** Range of the last request that had one. */
  lastRange(): string | undefined;
  /** Cuts all connections. */
  cut(): void;
  isCut(): boolean;
}

const dayMs = 86_400_000;

export async function startCzds(options: { name: string; password: string; clock: Clock }): Promise<Czds> {
  const { name, password, clock } = options;
  const files = new Map<string, { content: Buffer; lastModified: string }>();
  const tokens = new Set<string>();
  let decide: (request: Received, count: number) => Fault | undefined = () => undefined;
  let counts = new Map<string, number>();
  let count = 0;
  let isCut = false;

  function newToken(): string {
    const claims = { exp: Math.floor((clock.now() + dayMs) / 1000), id: tokens.size };
    const token = `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature${Math.random()}`;
    tokens.add(token);
    return token;
  }

  function isAuthorized({ headers }: Received): boolean {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const { exp = 0 } = tokens.has(token)
      ? (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number })
      : {};
    return exp * 1000 > clock.now();
  }

  const server = await startSource((received, response) => {
    const { method, path, body } = received;
    const key = `${method} ${path}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const fault = decide(received, counts.get(key) ?? 0) ?? {};
    const json = { 'content-type': 'application/json' };
    if (fault.status !== undefined) {
      response.writeHead(fault.status, fault.headers ?? {}).end();
    } else if (key === 'POST /api/authenticate') {
      const input = JSON.parse(body) as Record<string, string>;
      const isRight = input.username === name && input.password === password;
      const message = isRight
        ? { accessToken: newToken(), message: 'Authentication Successful' }
        : { message: 'Invalid username or password.' };
      response.writeHead(isRight ? 200 : 401, json).end(JSON.stringify(message));
    } else if (!isAuthorized(received)) {
      response.writeHead(401, json).end('{"message":"Unauthorized"}');
    } else if (path === '/czds/downloads/links') {
      const links = [...files.keys()].map((zone) => `${server.url}/czds/downloads/${zone}.zone`);
      response.writeHead(200, json).end(JSON.stringify([...links, 'http://169.254.169.254/czds/downloads/evil.zone']));
    } else {
      const zone = /^\/czds\/downloads\/(.+)\.zone$/.exec(path)?.[1] ?? '';
      const file = files.get(zone);
      if (file === undefined) response.writeHead(404).end();
      else {
        response.setHeader('content-disposition', fault.disposition ?? `attachment;filename=${zone}.txt.gz`);
        response.setHeader('content-type', 'application/x-gzip');
        const { stopAfter } = fault;
        serveFile({ ...file, content: fault.content ?? file.content, stopAfter }, received, response);
      }
    }
  });

  return {
    url: server.url,
    publish: (zone, content, at) => files.set(zone, { content, lastModified: new Date(at).toUTCString() }),
    revokeTokens: () => tokens.clear(),
    fault(next) {
      decide = next;
      counts = new Map();
    },
    requests() {
      const since = server.received.slice(count);
      count = server.received.length;
      return since.map(({ method, path }) => `${method} ${path}`);
    },
    lastRange: () => server.received.findLast(({ headers }) => headers.range !== undefined)?.headers.range,
    cut() {
      isCut = true;
      server.cut();
    },
    isCut: () => isCut,
  };
}
