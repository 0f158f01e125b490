import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadFacts, OpenDownload } from '../../platform/download.js';
import type { Platform, Subgraph } from '../../platform/subgraph.js';
import type { Callers } from '../authentication/index.js';
import {
  admitPrograms,
  createApp,
  createMetrics,
  createReadiness,
  createRequestScopes,
  type Listening,
  listen,
  type Metrics,
  neutralErrorBody,
  type RequestScopes,
  registerHealthRoutes,
} from '../server/index.js';
import { type DownloadRequest, downloadsPath } from './remote-downloads.js';
import { subgraphPath } from './remote-subgraph.js';
import {
  type AlertAccess,
  type Call,
  type CallRefusal,
  callHeader,
  createCallVerifier,
  signatureHeader,
  type VerifyCall,
} from './signed-call.js';
import { SubgraphDocuments } from './subgraph-documents.js';
import { SubgraphEndpoint } from './subgraph-endpoint.js';

/** A subgraph that this process serves, with the contents that it hands out. */
export interface ServedSubgraph {
  readonly subgraph: Subgraph;
  readonly openDownload?: OpenDownload | undefined;
}

export interface SubgraphServerOptions extends Platform {
  readonly subgraphs: readonly ServedSubgraph[];
  /** For `/metrics`: operators may read it from anywhere. */
  readonly callers: Callers;
}

/** Representations of many entities take more room than any request of a client. */
const maximumCallBytes = 64 * 1024 * 1024;
const refusalLogMilliseconds = 1000;

/**
 * Serves subgraphs to a gateway that signs its calls, and to nobody else; beside them what orchestrators and Prometheus read.
 * @throws {Error} when the port is taken
 */
export async function startSubgraphServer(options: SubgraphServerOptions): Promise<Listening> {
  const { configuration, database, log, callers } = options;
  const scopes = createRequestScopes({ timeoutSeconds: configuration.graphql.timeoutSeconds });
  const readiness = createReadiness(database);
  const documents = options.subgraphs.map(({ subgraph }) => new SubgraphDocuments(subgraph.schema));
  const metrics = createMetrics({ documents, scopes, databaseReady: () => readiness.check() });
  const { app } = createApp({ configuration, log, metrics, admission: admitPrograms, errorBody: neutralErrorBody });
  registerHealthRoutes(app, { callers, metrics, readiness, log });
  await app.register(async (scope) => registerSubgraphs(scope, { options, documents, scopes, metrics }));
  const listening = await listen(app, configuration.server);
  return {
    url: listening.url,
    async close() {
      readiness.close();
      await listening.close();
      scopes.close();
    },
  };
}

interface Parts {
  readonly options: SubgraphServerOptions;
  readonly documents: readonly SubgraphDocuments[];
  readonly scopes: RequestScopes;
  readonly metrics: Metrics;
}

function registerSubgraphs(app: FastifyInstance, { options, documents, scopes, metrics }: Parts): void {
  // The signature is over the body as it came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: maximumCallBytes }, (_, body, done) =>
    done(null, body),
  );
  const gate = new Gate(options, metrics);
  for (const [index, { subgraph, openDownload }] of options.subgraphs.entries()) {
    const own = documents[index] ?? new SubgraphDocuments(subgraph.schema);
    const endpoint = new SubgraphEndpoint({ ...options, subgraph, documents: own, scopes });
    const path = subgraphPath(subgraph.name);
    app.post(path, (request, reply) => {
      const admitted = gate.admit({ request, reply, to: path });
      if (admitted !== undefined) void endpoint.answer({ request, reply, ...admitted });
    });
    if (openDownload !== undefined) registerDownloads(app, { name: subgraph.name, gate, openDownload });
  }
}

/** Lets verified calls in, and says to all others why not: the reasons tell nothing that helps to forge one. */
class Gate {
  readonly #verify: VerifyCall;
  readonly #alerts: AlertAccess;
  readonly #options: SubgraphServerOptions;
  readonly #loggedAt = new Map<string, number>();

  readonly #metrics: Pick<Metrics, 'countRefusedCall'>;

  constructor(options: SubgraphServerOptions, metrics: Pick<Metrics, 'countRefusedCall'>) {
    const { cluster, auth } = options.configuration;
    this.#options = options;
    this.#metrics = metrics;
    this.#verify = createCallVerifier({ secrets: cluster.sharedSecret, clock: options.clock });
    this.#alerts = alertAccess(auth.alerts);
  }

  admit(received: {
    request: FastifyRequest;
    reply: FastifyReply;
    to: string;
  }): { call: Call; body: Buffer } | undefined {
    const { request, reply, to } = received;
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const call = this.#verify({
      ...{ to, body },
      call: textOf(request.headers[callHeader]),
      signature: textOf(request.headers[signatureHeader]),
    });
    const refusal = typeof call === 'string' ? call : this.#disagreement(call);
    if (refusal === undefined && typeof call !== 'string') return { call, body };
    this.#metrics.countRefusedCall(typeof call === 'string' ? call : 'settings');
    this.#log(refusal ?? 'unsigned', request);
    reply.code(401).send(neutralErrorBody(`The call is refused: ${refusal}`));
    return undefined;
  }

  /** An anonymous caller must not get here what the gateway's settings deny him. */
  #disagreement({ alerts }: Call): string | undefined {
    if (alerts === this.#alerts) return undefined;
    return `[auth] alerts is ${alerts} at the gateway and ${this.#alerts} here`;
  }

  #log(refusal: CallRefusal | string, request: FastifyRequest): void {
    const now = this.#options.clock.now();
    if (now - (this.#loggedAt.get(refusal) ?? Number.NEGATIVE_INFINITY) < refusalLogMilliseconds) return;
    this.#loggedAt.set(refusal, now);
    this.#options.log.warn({ refusal, from: request.ip, path: request.routeOptions.url }, 'a call was refused');
  }
}

/** What the setting means to callers without credentials. */
export function alertAccess(setting: string): AlertAccess {
  return setting === 'token' ? 'token' : 'open';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}

function registerDownloads(
  app: FastifyInstance,
  { name, gate, openDownload }: { name: string; gate: Gate; openDownload: OpenDownload },
): void {
  const path = downloadsPath(name);
  app.post(path, async (request, reply) => {
    const admitted = gate.admit({ request, reply, to: path });
    if (admitted === undefined) return reply;
    const { ticket, entityTag, range }: DownloadRequest = JSON.parse(admitted.body.toString('utf8'));
    const found = await openDownload(ticket);
    if (found === undefined) return await reply.code(404).send(neutralErrorBody('There is no such content'));
    if (entityTag === undefined) {
      const { read: _, ...facts } = found;
      return await reply.send(facts satisfies DownloadFacts);
    }
    // The content is another one by now: bytes of two must not be mixed.
    if (entityTag !== found.entityTag) return await reply.code(409).send(neutralErrorBody('The content has changed'));
    return await reply.header('content-type', 'application/octet-stream').send(found.read(range));
  });
}
