import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { OpenDownload } from '../../platform/download.js';
import type { EventHub, EventType } from '../../platform/events/index.js';
import type { StreamsByDomain } from '../../platform/record-streams.js';
import type { Platform } from '../../platform/subgraph.js';
import type { CallerAuthenticator, IdentifyController } from '../authentication/index.js';
import type { Graph } from '../graph.js';
import type { IdentityProvider } from '../openid/index.js';
import type { ResponseCache } from '../response-cache/index.js';
import type { ResponseSigner } from '../response-signatures/index.js';
import type { BrowserSessions } from '../sessions/index.js';
import type { CertificateSource } from '../tls/index.js';
import type { UnknownPaths } from './app.js';
import type { RequestLimit } from './caller-limits.js';
import type { createMetrics, FetchMetrics, MetricsPublication } from './metrics.js';
import type { ReadinessDatabase } from './readiness.js';
import type { ErrorBody } from './rejection.js';
import type { RejectionReports } from './rejection-reports.js';
import type { RequestScopes } from './request-scopes.js';
import type { SharedCounts } from './shared-counts.js';

/** Services that the gateway provides to REST adapters. */
export interface GatewayServices {
  readonly graph: Graph;
  readonly authenticator: CallerAuthenticator;
  readonly scopes: RequestScopes;
  /** Limits the requests of callers, including requests that adapters respond to. */
  readonly requestLimit: RequestLimit;
  /** Reports rejected requests, including requests that adapters respond to. */
  readonly rejections: RejectionReports;
  /** The response cache; undefined if responses are not cached. */
  readonly responses: ResponseCache | undefined;
  readonly unknownPaths: UnknownPaths;
  /**
   * Base URL of links to this server; undefined if none is configured, in which case links have the origin of the
   * request.
   */
  readonly publicUrl: string | undefined;
  /** URLs of the services with their own listeners, by name; complete when all listeners have started. */
  readonly listenerUrls: ReadonlyMap<string, string>;
  /** Downloads of the subgraphs, tried in this order. */
  readonly downloads: readonly OpenDownload[];
  /** Streamed imports and exports of the domains. */
  readonly streams: StreamsByDomain;
  /** Aborts when the server stops, to end requests that have no timeout. */
  readonly stopping: AbortSignal;
  /** Timeout in seconds of a request, and idle timeout of clients of a stream that neither send nor read data. */
  readonly timeoutSeconds: number;
  /**
   * Identifies the client of a listener with its own authentication; absent if the listener requires none.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  identify?(request: FastifyRequest): Caller;
}

/** Registers the routes of one documented service. */
export type RegisterRoutes = (app: FastifyInstance, services: GatewayServices) => void | Promise<void>;

/** A documented service with its own listener. */
export interface ServiceListener {
  readonly name: string;
  readonly host: string;
  /** TCP port; 0 selects a free one. */
  readonly port: number;
  /** Certificate for HTTPS; without one, the listener serves HTTP. */
  readonly certificate: CertificateSource | undefined;
  readonly register: RegisterRoutes;
  /** Error format of the service, for failures before a route is reached. */
  readonly errorBody: ErrorBody;
  /** Authenticates the clients of the service; absent if it requires no authentication. */
  readonly identify?: IdentifyController | undefined;
  /** Signs the responses of the service; absent if they are not signed. */
  readonly signer?: ResponseSigner | undefined;
}

export interface HttpServerOptions extends Pick<Platform, 'configuration' | 'log' | 'securityEvents' | 'telemetry'> {
  readonly database: ReadinessDatabase;
  readonly graph: Graph;
  readonly authenticator: CallerAuthenticator;
  /** Browser sessions; absent: there is no `/session`. */
  readonly sessions?: BrowserSessions;
  /** Identity providers with which people can sign in; absent: they sign in with tokens only. */
  readonly identityProviders?: readonly IdentityProvider[];
  readonly clock?: Clock;
  readonly adapters?: readonly RegisterRoutes[];
  readonly serviceListeners?: readonly ServiceListener[];
  readonly downloads?: readonly OpenDownload[];
  readonly recordStreams?: StreamsByDomain;
  /** The event log and the event types of the domains; absent if there is no `/events`. */
  readonly events?: EventSource;
  /** Metrics of fetches from subgraphs in other processes. */
  readonly fetches?: FetchMetrics;
  /** Texts of trusted documents in addition to the configured file: the internal operations. */
  readonly trustedDocuments?: readonly string[];
  /** Whether the jobs of this process run; if not, the process is not ready. Absent if it has no jobs. */
  readonly isProcessingJobs?: () => boolean;
  /** The response cache; absent if responses are not cached. */
  readonly responses?: ResponseCache | undefined;
  /** Publishes the metrics of this process, and reads those of all processes; absent if there is only one process. */
  readonly publishMetrics?: MetricsPublication | undefined;
  /** Counts that several processes share to enforce limits; absent for a single process. */
  readonly sharedCounts?: SharedCounts | undefined;
  /** Directory of the built console; default: the output of the build. */
  readonly pagesFolder?: string;
  /** Metrics of other parts. They must not belong to a registry. */
  readonly additionalMetrics?: Parameters<typeof createMetrics>[0]['additionalMetrics'];
}

/** The event log, and the event types of the domains. */
interface EventSource {
  readonly hub: EventHub;
  readonly types: readonly EventType[];
}

export interface HttpServer {
  /** URL of the main listener, without a trailing slash. */
  readonly url: string;
  /** URLs of the services with their own listeners, by name. */
  readonly serviceUrls: ReadonlyMap<string, string>;
  /**
   * Stops accepting connections, and closes open connections after their responses, while other processes that share
   * the port continue to serve. Ends event streams. Resolves when all connections are closed, or after 10 seconds.
   */
  retire(): Promise<void>;
  /** Waits for requests in progress, then closes all connections. */
  close(): Promise<void>;
}
