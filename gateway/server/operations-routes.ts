import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, printSchema } from 'graphql';
import type { Caller } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { authorize } from '../../platform/permissions/index.js';
import type { CallerAuthenticator } from '../authentication/index.js';
import { isLocal } from './addresses.js';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';
import { sendRejection } from './rejection.js';
import type { RejectionReports } from './rejection-reports.js';

export interface HealthRoutesOptions {
  readonly authenticator: CallerAuthenticator;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly log: Logger;
  readonly rejections?: RejectionReports | undefined;
  /** Whether local requests may read the metrics without a token. */
  readonly localMetricsAreOpen: boolean;
  /** Throws the error for a caller who may not read the metrics; default: without the permission `metrics.read`. */
  readonly assertMayReadMetrics?: (caller: Caller) => unknown;
}

function assertHasPermission(caller: Caller): void {
  authorize(caller, 'metrics.read');
}

/** Mounts the health and metrics endpoints for orchestrators and Prometheus. */
export function registerHealthRoutes(app: FastifyInstance, options: HealthRoutesOptions): void {
  const { metrics, readiness, assertMayReadMetrics = assertHasPermission } = options;
  app.get('/health/live', (_request, reply) => void reply.send({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const ready = await readiness.check();
    await reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
  app.get('/metrics', async (request, reply) => {
    const isOpen = options.localMetricsAreOpen && isLocal(request);
    if (!isOpen && !(await admits({ request, reply, ...options }, assertMayReadMetrics))) return;
    await reply.header('content-type', metrics.contentType).send(await metrics.text());
  });
}

export interface SchemaRoutesOptions extends Pick<HealthRoutesOptions, 'authenticator' | 'log' | 'rejections'> {
  readonly graph: { readonly apiSchema: GraphQLSchema; readonly supergraphSdl: string };
  mayIntrospect(caller: Caller): boolean;
}

/** Mounts the endpoints for schema tooling. */
export function registerSchemaRoutes(app: FastifyInstance, options: SchemaRoutesOptions): void {
  const schema = {
    '/schema.graphql': () => printSchema(options.graph.apiSchema),
    '/supergraph.graphql': () => options.graph.supergraphSdl,
  };
  for (const [path, text] of Object.entries(schema)) {
    app.get(path, async (request, reply) => {
      if (!(await admits({ request, reply, ...options }, (caller) => assertMayIntrospect(caller, options)))) return;
      await reply.header('content-type', 'text/plain; charset=utf-8').send(text());
    });
  }
}

/** @throws {DomainError} UNAUTHENTICATED, FORBIDDEN */
function assertMayIntrospect(caller: Caller, { mayIntrospect }: Pick<SchemaRoutesOptions, 'mayIntrospect'>): void {
  if (mayIntrospect(caller)) return;
  const code = caller.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  throw new DomainError(
    code,
    'This endpoint requires an operator token with the role admin, analyst or viewer: send Authorization: Bearer TOKEN',
  );
}

/**
 * Whether the caller of a request is admitted; otherwise, sends the error.
 * @param assertAdmitted throws the error for a caller who is not admitted
 */
async function admits(
  input: { request: FastifyRequest; reply: FastifyReply } & Pick<
    HealthRoutesOptions,
    'authenticator' | 'log' | 'rejections'
  >,
  assertAdmitted: (caller: Caller) => unknown,
): Promise<boolean> {
  const { request, reply, authenticator, log, rejections } = input;
  try {
    const caller = await authenticator.authenticate(request);
    const decide = (): unknown => assertAdmitted(caller);
    if (rejections === undefined) decide();
    else rejections.watch({ request, caller }, decide);
    return true;
  } catch (error) {
    await sendRejection({ request, reply, error, log });
    return false;
  }
}
