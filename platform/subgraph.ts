import type { GraphQLSchema } from 'graphql';
import type { AccessAdministration } from './access.js';
import type { Authenticator, RequestContext } from './caller.js';
import type { Clock } from './clock.js';
import type { ReadUnrecordedPeriods } from './clock-check.js';
import type { Configuration } from './configuration/index.js';
import type { Database } from './database/index.js';
import type { OpenDownload } from './download.js';
import type { EventType } from './events/index.js';
import type { JobDefinition, JobRuns } from './jobs.js';
import type { Logger } from './log.js';
import type { NotificationSource } from './notification-source.js';
import type { RecordStreams } from './record-streams.js';
import type { SecurityEvents } from './security-events.js';
import type { Telemetry } from './telemetry/index.js';

/** Services of the platform that each domain receives. */
export interface Platform {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * Reports security events to the log, the audit log and the metrics of the process; without it, a domain only logs
   * them.
   */
  readonly securityEvents?: SecurityEvents;
  /** Counts the runs of background jobs for the metrics of the process. */
  readonly jobRuns?: JobRuns;
  /** Lists and changes the access of operators; only in processes with a gateway. */
  readonly access?: AccessAdministration;
  /** Records traces; undefined if the process does not record any. */
  readonly telemetry?: Telemetry | undefined;
}

/** What reads for metrics use. */
export interface MetricsSource extends Pick<Platform, 'configuration' | 'clock'> {
  readonly database: Pick<Database, 'reserved'>;
}

/** The definition of a domain, which is available before the domain runs. */
export interface SubgraphDefinition {
  readonly name: string;
  /**
   * Whether the domain runs in every process with a gateway, and only there. Such a domain has no jobs and needs only
   * the database.
   */
  readonly isOfGateway?: boolean;
  /** Prints the subgraph's SDL with federation directives; needs no database. */
  printTypeDefs(): string;
  create(platform: Platform): Subgraph;
  /**
   * For domains that issue credentials: creates the authenticator of those credentials. Available in processes that do
   * not run the domain.
   */
  createAuthenticator?(platform: Platform): Authenticator;
  /**
   * For domains with content that is too large for the graph: creates the function that resolves their download
   * tickets.
   */
  createDownloads?(platform: Platform): OpenDownload;
  /**
   * For domains with imports or exports that are too large for the graph. These need only the database, so they run in
   * the process of the gateway, even if the domain runs in another process.
   */
  createStreams?(platform: Platform): RecordStreams;
  /**
   * Fields whose values depend only on the caller, the arguments and the rows of the domain, not on the clock or
   * another server: `Type.field` or `Type.*`. Responses to operations with only such fields are cached until a
   * `mark_change` trigger of the domain's tables marks a change (docs/decisions/0064).
   */
  readonly cacheableFields?: readonly string[];
  /** Creates the domain's event types with their access rules. Available in processes that do not run the domain. */
  createEventTypes?(platform: Platform): readonly EventType[];
  /** The sources of notifications to operators. Available in processes that do not run the domain. */
  readonly notifications?: readonly NotificationSource[];
  /**
   * Reads the periods in which no process ran the domain, if it records them. Available in processes that do not run
   * the domain.
   */
  readonly readUnrecordedPeriods?: ReadUnrecordedPeriods;
}

/** A running domain. */
export interface Subgraph {
  readonly name: string;
  readonly typeDefs: string;
  /** Executable schema, with `_entities` and `_service`. */
  readonly schema: GraphQLSchema;
  /** Creates the context value of the domain's resolvers for one operation. The value includes the request context. */
  createContext(request: RequestContext): object;
  readonly jobs: readonly JobDefinition[];
  /** Starts background work of this process after the job worker has started; returns a function that stops it. */
  start?(): () => void;
  /** Closes the domain's connections to other servers. */
  close?(): Promise<void>;
}
