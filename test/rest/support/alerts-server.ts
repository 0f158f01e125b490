import { afterAll } from 'vitest';
import type { Graph, HttpServer } from '../../../gateway/index.js';
import { type Authenticator, type Caller, localAdministrator } from '../../../platform/caller.js';
import { openDatabase } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import type { StreamsByDomain } from '../../../platform/record-streams.js';
import type { SubgraphDefinition } from '../../../platform/subgraph.js';
import { alertsSubgraph } from '../../../subgraphs/alerts/index.js';
import { type Domains, type GraphForm, together } from '../../support/graph-forms.js';
import { openTestDatabase, type TestDatabase } from '../../support/index.js';
import { type ServeGraphOptions, serveServices } from './serve-services.js';

/** The time of the stopped clock: 2026-03-01T12:00:00Z. */
export const now = Date.UTC(2026, 2, 1, 12);

export interface AlertsServer {
  readonly graph: Graph;
  readonly testDatabase: TestDatabase;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly url: string;
  /** Opens an alert and returns its id. */
  openAlert(inference?: Partial<Record<string, unknown>>): Promise<string>;
}

/** The alert service on a separate database, behind a real HTTP server. */
export async function startAlertsServer(
  environment: Record<string, string> = {},
  form: GraphForm = together,
): Promise<AlertsServer> {
  const testDatabase = await openTestDatabase({ RAMPART_SERVER_PORT: '0', ...environment });
  const { configuration, database } = testDatabase;
  const { graph, started, close } = await openAlerts({ configuration, database, form });
  await started;
  const server = await serveGraph({
    graph,
    configuration,
    database,
    recordStreams: streamsOf({ configuration, database }),
  });
  afterAll(async () => {
    await server.close();
    await close();
    await testDatabase.close();
  });
  return {
    graph,
    testDatabase,
    url: server.url,
    fetch: (path, init) => fetch(`${server.url}${path}`, init),
    openAlert: (inference) => openAlert(graph, inference),
  };
}

export interface ServeAlertsOptions {
  readonly configuration: TestDatabase['configuration'];
  /** Default: opened from the configuration, and closed with the server. */
  readonly database?: TestDatabase['database'];
  /** The caller of all requests, regardless of credentials. */
  readonly caller?: Caller;
  /** Further kinds of credentials. */
  readonly authenticators?: readonly Authenticator[];
  readonly form?: GraphForm | undefined;
  /** Default: the alert service. */
  readonly definition?: SubgraphDefinition;
}

/** Starts the alert service with this configuration. */
export async function serveAlerts(options: ServeAlertsOptions): Promise<HttpServer> {
  const { configuration, caller, authenticators } = options;
  const database = options.database ?? (await openDatabase({ configuration, log: silentLog }));
  const domains = await openAlerts({ ...options, configuration, database });
  const recordStreams = streamsOf({ configuration, database });
  const { graph } = domains;
  const server = await serveGraph({ graph, configuration, database, caller, authenticators, recordStreams });
  return {
    ...server,
    async close() {
      await server.close();
      await domains.close();
      if (options.database === undefined) await database.close();
    },
  };
}

/** Starts a server over a graph with the alerts domain. */
export function serveGraph(options: Omit<ServeGraphOptions, 'services'>): Promise<HttpServer> {
  return serveServices({ ...options, services: ['alerts'] });
}

function streamsOf(platform: Pick<TestDatabase, 'configuration' | 'database'>): StreamsByDomain {
  const streams = alertsSubgraph.createStreams?.({ ...platform, clock: { now: () => now }, log: silentLog });
  return new Map(streams && [['alerts', streams]]);
}

function openAlerts(
  options: Pick<TestDatabase, 'configuration' | 'database'> & Pick<ServeAlertsOptions, 'form' | 'definition'>,
): Promise<Domains> {
  const { configuration, database, form = together, definition = alertsSubgraph } = options;
  return form({ configuration, database, clock: { now: () => now }, log: silentLog }, [definition]);
}

let inferences = 0;

async function openAlert(graph: Graph, inference: Partial<Record<string, unknown>> = {}): Promise<string> {
  const operation = graph.prepare({
    document: `mutation ($input: ImportInferencesInput!) {
      importInferences(input: $input) { results { outcome alertId errors } }
    }`,
  });
  inferences += 1;
  const result = await operation.execute({
    variables: { input: { inferences: [{ ...sampleInference(inferences), ...inference }] } },
    context: {
      caller: localAdministrator,
      via: 'graphql',
      signal: new AbortController().signal,
      requestId: `setup-${inferences}`,
      sourceAddress: '127.0.0.1',
    },
  });
  const data = result.data as { importInferences: { results: { alertId: string }[] } } | null; // The format of the document.
  const alertId = data?.importInferences.results[0]?.alertId;
  if (!alertId) throw new Error(`no alert was opened: ${JSON.stringify(result)}`);
  return alertId;
}

function sampleInference(number: number): Record<string, unknown> {
  return {
    inferenceId: `inference-${number}`,
    tenantId: 'acme',
    endpointId: `HOST-${number}`,
    platform: 'LINUX',
    attackProb: 0.9,
    confidence: 0.8,
    prediction: 'ATTACK',
    ttpTechniques: ['T1059.004'],
    ttpExplanation: 'Unix shell',
    timestamp: now / 1000 - 60 - number,
    modelName: 'graph-model',
    numNodes: 12,
    numEdges: 30,
  };
}
