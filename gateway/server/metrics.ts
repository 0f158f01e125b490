import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import type { SecurityEvents } from '../../platform/security-events.js';
import type { SubgraphFetch } from '../execution/index.js';
import type { RequestScopes } from './request-scopes.js';

export type OperationOutcome = 'data' | 'partial' | 'refused' | 'failed';
/** Why a stream of events ended. `slow`: the client took nothing for too long. `lost`: events after its position are gone. */
export type StreamEnd = 'left' | 'slow' | 'credentials' | 'lost' | 'stopped';

/** Figures of this process in Prometheus' form. */
export interface Metrics {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  countOperation(kind: 'query' | 'mutation' | 'subscription' | 'unknown', outcome: OperationOutcome): void;
  /** Events were sent to one client; default: one. */
  countEvent(type: string, count?: number): void;
  /** A stream of events ended. */
  countStream(end: StreamEnd): void;
  /** A call to a subgraph of this process was refused. */
  countRefusedCall(reason: string): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  /** Caches of documents, reported as one. */
  readonly documents: readonly { readonly size: number; readonly hits: number; readonly misses: number }[];
  readonly scopes: RequestScopes;
  /** Of subgraphs behind HTTP; a process without them has none. */
  readonly fetches?: FetchMetrics | undefined;
  /** Metrics of parts that only some processes have; they belong to no registry. */
  readonly more?: readonly Metric[] | undefined;
  /** Streams of events that are open; a process without `/events` has none. */
  openStreams?(): number;
  readonly securityEvents?: Pick<SecurityEvents, 'counts'> | undefined;
  /** Whether the database answers and is migrated; absent where there is none. */
  databaseReady?(): Promise<boolean>;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registers = [new Registry()] as const;
  collectDefaultMetrics({ register: registers[0] });
  collectGauges(options, registers);
  if (options.fetches !== undefined) registers[0].registerMetric(options.fetches.histogram);
  for (const metric of options.more ?? []) registers[0].registerMetric(metric);
  if (options.securityEvents !== undefined) collectSecurityEvents(options.securityEvents, registers);
  const requests = new Histogram({
    name: 'rampart_http_request_duration_seconds',
    help: 'Duration of HTTP requests, from the request line to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: latencyBuckets,
    registers: [...registers],
  });
  const operations = new Counter({
    name: 'rampart_graphql_operations_total',
    help: 'GraphQL requests, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [...registers],
  });
  const events = new Counter({
    name: 'rampart_events_sent_total',
    help: 'Events sent to clients of /events and subscriptions, by type.',
    labelNames: ['type'],
    registers: [...registers],
  });
  const streams = new Counter({
    name: 'rampart_event_streams_ended_total',
    help: 'Event streams and subscriptions that ended, by reason: left, slow, credentials, lost, stopped.',
    labelNames: ['reason'],
    registers: [...registers],
  });
  const refusedCalls = new Counter({
    name: 'rampart_calls_refused_total',
    help: 'Rejected calls to the subgraphs of this process, by reason: unsigned, forged, malformed, elsewhere, expired, early, replayed, settings.',
    labelNames: ['reason'],
    registers: [...registers],
  });
  return {
    observeRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    countOperation: (kind, outcome) => operations.inc({ kind, outcome }),
    countEvent: (type, count = 1) => events.inc({ type }, count),
    countStream: (reason) => streams.inc({ reason }),
    countRefusedCall: (reason) => refusedCalls.inc({ reason }),
    text: () => registers[0].metrics(),
    contentType: registers[0].contentType,
  };
}

/** Domains count them; what is collected is what they have counted. */
function collectSecurityEvents(events: Pick<SecurityEvents, 'counts'>, registers: readonly [Registry]): void {
  new Counter({
    name: 'rampart_security_events_total',
    help: 'Security events, by name; the log has the details.',
    labelNames: ['event'],
    registers: [...registers],
    collect() {
      this.reset();
      for (const [event, count] of events.counts()) this.inc({ event }, count);
    },
  });
}

function collectGauges(options: MetricsOptions, registers: readonly [Registry]): void {
  const { documents, scopes, openStreams = () => 0, databaseReady } = options;
  gauge('rampart_prepared_documents', 'Prepared GraphQL documents in the cache.', () => sumOf('size'));
  gauge('rampart_prepared_document_hits', 'Lookups of prepared documents that hit the cache.', () => sumOf('hits'));
  gauge('rampart_prepared_document_misses', 'Lookups of prepared documents that missed the cache.', () =>
    sumOf('misses'),
  );
  gauge('rampart_requests_active', 'HTTP requests in progress.', () => scopes.active);
  gauge('rampart_event_streams', 'Open event streams.', openStreams);
  if (databaseReady !== undefined) {
    gauge('rampart_database_ready', '1 when the database is reachable and migrated.', async () =>
      (await databaseReady()) ? 1 : 0,
    );
  }

  function sumOf(figure: 'size' | 'hits' | 'misses'): number {
    return documents.reduce((sum, cache) => sum + cache[figure], 0);
  }

  function gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [...registers],
      async collect() {
        this.set(await read());
      },
    });
  }
}

/** Upper bounds in seconds, for histograms of requests and of what they wait for. */
export const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How fetches from subgraphs behind HTTP went. Made before the figures of the process, which tell them. */
export interface FetchMetrics {
  observe(fetch: SubgraphFetch): void;
  readonly histogram: Histogram;
}

export function createFetchMetrics(): FetchMetrics {
  const histogram = new Histogram({
    name: 'rampart_subgraph_fetch_duration_seconds',
    help: 'Duration of fetches from subgraphs in other processes, by outcome: answered, failed, stopped.',
    labelNames: ['subgraph', 'outcome'],
    buckets: latencyBuckets,
    registers: [],
  });
  return {
    observe: ({ subgraph, outcome, seconds }) => histogram.observe({ subgraph, outcome }, seconds),
    histogram,
  };
}
