import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { once } from '../../platform/once.js';
import type { SecurityEvents } from '../../platform/security-events.js';
import type { SubgraphFetch } from '../execution/index.js';
import type { ResponseCache } from '../response-cache/index.js';
import type { RequestScopes } from './request-scopes.js';

/**
 * How a GraphQL request ended: `data` without errors; `partial`: data with errors; `rejected`: an invalid or
 * prohibited operation, not executed; `failed`: without data, for any other reason.
 */
export type OperationOutcome = 'data' | 'partial' | 'rejected' | 'failed';
/**
 * Why an event stream or subscription ended. `left`: the client disconnected or unsubscribed. `slow`: the client did
 * not read in time. `credentials`: the credentials are no longer valid, or no longer sufficient. `lost`: events after
 * the stream's position were removed. `stopped`: this process stops, or an error occurred. `completed`, `failed`: the
 * subgraph completed the subscription, or disconnected.
 */
export type StreamEnd = 'left' | 'slow' | 'credentials' | 'lost' | 'stopped' | 'completed' | 'failed';

/** Metrics of this process in the Prometheus format. */
export interface Metrics {
  /**
   * Durations of requests in seconds, from the request line to the end of the response. The status is 499 if the
   * connection closed earlier.
   */
  readonly requestDuration: Pick<Histogram<'method' | 'route' | 'status'>, 'observe'>;
  countOperation(kind: 'query' | 'mutation' | 'subscription' | 'unknown', outcome: OperationOutcome): void;
  /** Counts events that were sent to a client; default: one event. */
  countEvent(type: string, count?: number): void;
  /** Counts an event stream that ended. */
  countStream(end: StreamEnd): void;
  /** Counts a rejected call to a subgraph of this process. */
  countRejectedCall(reason: string): void;
  text(): Promise<string>;
  /** The metrics as values, for a process that aggregates the metrics of several processes. */
  values(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  readonly contentType: string;
}

/**
 * Publishes the metrics of one of several processes.
 * @param values reads the metrics of this process
 * @returns a function that reads the metrics of all processes, as text
 */
export type MetricsPublication = (values: Metrics['values']) => () => Promise<string>;

/** Returns metrics whose `text` contains the metrics of all processes; unchanged if there is only one process. */
export function withPublication(metrics: Metrics, publish: MetricsPublication | undefined): Metrics {
  return publish === undefined ? metrics : { ...metrics, text: publish(metrics.values) };
}

export interface MetricsOptions {
  /** Document caches, whose sizes, hits and misses are reported as sums. */
  readonly documents: readonly { readonly size: number; readonly hits: number; readonly misses: number }[];
  /** The response cache; absent in a process without a response cache. */
  readonly responses?: Pick<ResponseCache, 'hits' | 'misses' | 'bytes'> | undefined;
  readonly scopes: RequestScopes;
  /** Metrics of fetches from subgraphs in other processes; absent if there are none. */
  readonly fetches?: FetchMetrics | undefined;
  /** Additional metrics, of parts that only some processes have. They must not belong to a registry. */
  readonly additionalMetrics?: readonly Metric[] | undefined;
  /** Number of open event streams; absent in a process without `/events`. */
  openStreams?(): number;
  readonly securityEvents?: Pick<SecurityEvents, 'counts'> | undefined;
  /** Whether the database and this process are ready; absent in a process without a database. */
  databaseReady?(): Promise<boolean>;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = Registry.merge([processMetrics()]);
  collectGauges(options, registry);
  if (options.fetches !== undefined) registry.registerMetric(options.fetches.histogram);
  for (const metric of options.additionalMetrics ?? []) registry.registerMetric(metric);
  if (options.securityEvents !== undefined) collectSecurityEvents(options.securityEvents, registry);
  const { requestDuration, operations, events, streams, rejectedCalls } = createCollectors(registry);
  return {
    requestDuration,
    countOperation: (kind, outcome) => operations.inc({ kind, outcome }),
    countEvent: (type, count = 1) => events.inc({ type }, count),
    countStream: (reason) => streams.inc({ reason }),
    countRejectedCall: (reason) => rejectedCalls.inc({ reason }),
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

/**
 * Metrics of the process: CPU time, memory, event loop, garbage collection. All servers of a process share them,
 * because their observers cannot be stopped, hold a reference to the registry, and run a timer every 10 ms.
 */
const processMetrics = once(() => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
});

/** Creates the metrics that the server observes itself. */
function createCollectors(registry: Registry) {
  const registers = [registry];
  return {
    requestDuration: new Histogram({
      name: 'rampart_http_request_duration_seconds',
      help: 'Duration of HTTP requests, in seconds, from the request line to the end of the response; status 499: the connection closed before the response was complete.',
      labelNames: ['method', 'route', 'status'],
      buckets: latencyBuckets,
      registers,
    }),
    operations: new Counter({
      name: 'rampart_graphql_operations_total',
      help: 'Number of GraphQL requests, by kind (query, mutation, subscription, unknown) and outcome: data (without errors); partial (data with errors); rejected (an invalid or prohibited operation, not executed); failed (without data, for any other reason).',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    events: new Counter({
      name: 'rampart_events_sent_total',
      help: 'Number of events sent to clients of /events and subscriptions, by type.',
      labelNames: ['type'],
      registers,
    }),
    streams: new Counter({
      name: 'rampart_event_streams_ended_total',
      help: 'Number of event streams and subscriptions that ended, by reason: left (the client disconnected or unsubscribed); slow (the client did not read in time); credentials (no longer valid or sufficient); lost (the position is of another log, or events after it had been removed); stopped (this process stopped, or an error occurred); completed (by the subgraph); failed (the subgraph disconnected, or its stream failed).',
      labelNames: ['reason'],
      registers,
    }),
    rejectedCalls: new Counter({
      name: 'rampart_calls_rejected_total',
      help: 'Number of rejected calls to the subgraphs of this process, by reason: unsigned, bad-signature, malformed, wrong-audience, expired, not-yet-valid, before-start (signed before this process started), replayed, settings ([auth] alerts differs from that of the gateway).',
      labelNames: ['reason'],
      registers,
    }),
  };
}

/** Collects the counts of security events that the domains maintain. */
function collectSecurityEvents(events: Pick<SecurityEvents, 'counts'>, registry: Registry): void {
  new Counter({
    name: 'rampart_security_events_total',
    help: 'Number of security events, by name; the log contains the details.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of events.counts()) this.inc({ event }, count);
    },
  });
}

function collectGauges(options: MetricsOptions, registry: Registry): void {
  const { documents, responses, scopes, openStreams = () => 0, databaseReady } = options;
  const gauge = gaugesIn(registry);
  gauge('rampart_prepared_documents', 'Number of prepared GraphQL documents in the cache.', () => sumOf('size'));
  gauge('rampart_prepared_document_hits', 'Number of cache hits for prepared documents.', () => sumOf('hits'));
  gauge('rampart_prepared_document_misses', 'Number of cache misses for prepared documents.', () => sumOf('misses'));
  if (responses !== undefined) {
    gauge('rampart_response_cache_bytes', 'Size of cached GraphQL responses, in bytes.', () => responses.bytes);
    gauge(
      'rampart_response_cache_hits',
      'Number of GraphQL requests for which a cached response was returned.',
      () => responses.hits,
    );
    gauge(
      'rampart_response_cache_misses',
      'Number of cacheable GraphQL requests that were executed, because no response was cached, or the cached one was outdated.',
      () => responses.misses,
    );
  }
  gauge(
    'rampart_requests_active',
    'Number of requests in progress to the graph, the REST paths or a subgraph; excludes event streams.',
    () => scopes.active,
  );
  gauge('rampart_event_streams', 'Number of open /events streams and subscriptions.', openStreams);
  if (databaseReady !== undefined) {
    const help =
      '1 if the database is reachable, migrated and writable, and this process is ready: its jobs run, and it is not shutting down; otherwise 0.';
    gauge('rampart_database_ready', help, async () => ((await databaseReady()) ? 1 : 0), 'min');
  }

  function sumOf(property: 'size' | 'hits' | 'misses'): number {
    return documents.reduce((sum, cache) => sum + cache[property], 0);
  }
}

/** Returns a function that adds a gauge, whose value is read whenever the metrics are read. */
function gaugesIn(registry: Registry) {
  return (name: string, help: string, read: () => number | Promise<number>, aggregator: 'sum' | 'min' = 'sum') => {
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
}

/** Upper bounds in seconds of latency histograms. */
const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Metrics of fetches from subgraphs in other processes. They are created before the metrics of the process, which
 * include them.
 */
export interface FetchMetrics {
  observe(fetch: SubgraphFetch): void;
  readonly histogram: Histogram;
}

export function createFetchMetrics(): FetchMetrics {
  const histogram = new Histogram({
    name: 'rampart_subgraph_fetch_duration_seconds',
    help: 'Duration of fetches from subgraphs in other processes, in seconds, by outcome: completed; failed; stopped (the client disconnected, or the request timed out).',
    labelNames: ['subgraph', 'outcome'],
    buckets: latencyBuckets,
    registers: [],
  });
  return {
    observe: ({ subgraph, outcome, seconds }) => histogram.observe({ subgraph, outcome }, seconds),
    histogram,
  };
}
