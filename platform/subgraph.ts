import type { GraphQLSchema } from 'graphql';
import type { Authenticator, RequestContext } from './caller.js';
import type { Clock } from './clock.js';
import type { Configuration } from './configuration/index.js';
import type { Database } from './database/index.js';
import type { OpenDownload } from './download.js';
import type { EventType } from './events/index.js';
import type { JobDefinition } from './jobs.js';
import type { Logger } from './log.js';
import type { SecurityEvents } from './security-events.js';
import type { Telemetry } from './telemetry/index.js';

/** Platform services that each domain receives. */
export interface Platform {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counts what operators must hear of for the metrics of the process; a domain without it only logs. */
  readonly securityEvents?: SecurityEvents;
  /** Undefined in a process that records no traces. */
  readonly telemetry?: Telemetry | undefined;
}

/** A domain as the list of subgraphs knows it, before anything runs. */
export interface SubgraphDefinition {
  readonly name: string;
  /** It runs in every process with a gateway, and nowhere else: it has no jobs, and needs the database only. */
  readonly isOfGateway?: boolean;
  /** The subgraph's SDL with federation directives; needs no database. */
  printTypeDefs(): string;
  create(platform: Platform): Subgraph;
  /** For a domain that issues credentials of its own. It works where the domain itself does not run. */
  createAuthenticator?(platform: Platform): Authenticator;
  /** For a domain with contents that are too large for the graph: what the tickets stand for that it hands out there. */
  createDownloads?(platform: Platform): OpenDownload;
  /** Its types of events, and who may receive them. Works in processes that do not run the domain. */
  createEventTypes?(platform: Platform): readonly EventType[];
}

/** A running domain. */
export interface Subgraph {
  readonly name: string;
  readonly typeDefs: string;
  /** Executable, with `_entities` and `_service`. */
  readonly schema: GraphQLSchema;
  /** The context value of its resolvers for one operation: at least what the request context holds. */
  createContext(request: RequestContext): object;
  readonly jobs: readonly JobDefinition[];
  /** Begins work that this process does beside requests, once jobs are taken; returns how it ends. */
  start?(): () => void;
  /** Lets go of connections to other servers. */
  close?(): Promise<void>;
}
