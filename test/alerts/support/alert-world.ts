import { Readable } from 'node:stream';
import { graphql } from 'graphql';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Caller, localAdministrator, type OperatorCaller, type RequestContext } from '../../../platform/caller.js';
import type { Subgraph } from '../../../platform/subgraph.js';
import type { AlertRequest } from '../../../subgraphs/alerts/dependencies.js';
import { importInferences } from '../../../subgraphs/alerts/imports/service/import-inferences.js';
import { importLines } from '../../../subgraphs/alerts/imports/service/import-lines.js';
import { type AlertDependencies, alertDependencies, alertsSubgraph } from '../../../subgraphs/alerts/index.js';
import { pageAlerts } from '../../../subgraphs/alerts/triage/service/list-alerts.js';
import type { AlertRow, OwnAlertFields } from '../../../subgraphs/alerts/triage/service/read-alerts.js';
import { openTestDatabase, type TestClock, type TestDatabase, testClock, testPlatform } from '../../support/index.js';
import { createRecordingDatabase } from '../../support/recorded-statements.js';

export interface AlertWorld {
  readonly test: TestDatabase;
  readonly clock: TestClock;
  readonly alerts: AlertDependencies;
  /** First argument of an operation: this request, or by default one of the administrator. */
  as(request?: RequestContext): AlertRequest;
  readonly subgraph: Subgraph;
  /** The SQL statements that the subgraph has sent. */
  readonly statements: readonly string[];
}

/** Time of the first inferences in these tests, in Unix epoch seconds. */
export const start = 1_790_000_000;

/** The alerts domain on a separate database for the test file. Use it only inside of tests and hooks. */
export function describeAlertWorld(environment: Record<string, string> = {}): AlertWorld {
  const world: Partial<Mutable<AlertWorld>> = {};
  beforeAll(async () => {
    const test = await openTestDatabase(environment);
    const clock = testClock((start + 86_400) * 1000);
    const platform = testPlatform(test, { clock });
    const statements: string[] = [];
    const alerts = alertDependencies(platform);
    Object.assign(world, {
      test,
      clock,
      alerts,
      as: (request = requestOf()) => ({ ...alerts, ...request }),
      subgraph: alertsSubgraph.create({ ...platform, database: createRecordingDatabase(test.database, statements) }),
      statements,
    });
  });
  afterAll(() => world.test?.close());
  return world as AlertWorld; // Assigned before the first test runs.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** A GraphQL request of this caller. */
export function requestOf(caller: Caller = localAdministrator): RequestContext {
  return {
    caller,
    via: 'graphql',
    signal: new AbortController().signal,
    requestId: 'test',
    sourceAddress: '127.0.0.1',
  };
}

/**
 * Runs an operation on the alerts subgraph and returns its data.
 * @throws {Error} if the result has errors
 */
export async function queryAlerts(world: AlertWorld, source: string, variableValues: Record<string, unknown> = {}) {
  const { data, errors } = await execute(world, source, variableValues);
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

/** The codes of the errors of an operation. */
export async function errorCodesOf(world: AlertWorld, source: string, variableValues: Record<string, unknown>) {
  const { errors = [] } = await execute(world, source, variableValues);
  return errors.map(({ extensions }) => extensions.code);
}

async function execute(world: AlertWorld, source: string, variableValues: Record<string, unknown>) {
  const { schema } = world.subgraph;
  const contextValue = world.subgraph.createContext(requestOf());
  return await graphql({ schema, source, variableValues, contextValue });
}

/** An analyst of this tenant; null: of all tenants. */
export function analystOf(tenantId: string | null, name = 'ada'): OperatorCaller {
  return { kind: 'operator', role: 'analyst', name, tenantId };
}

export const allFields: OwnAlertFields = fieldsOf(
  'tenantId',
  'endpointId',
  'severity',
  'status',
  'platform',
  'attackProb',
  'confidence',
  'prediction',
  'ttpTechniques',
  'ttpExplanation',
  'inferenceIds',
  'relatedEndpoints',
  'firstSeenEpoch',
  'lastSeenEpoch',
  'createdAtEpoch',
  'updatedAtEpoch',
  'notes',
  'actor',
  'modelName',
  'numNodes',
  'numEdges',
);

export function fieldsOf(...names: (keyof AlertRow)[]): OwnAlertFields {
  return { names, key: names.join(' ') };
}

export interface WireInference {
  inference_id: string;
  tenant_id: string;
  endpoint_id: string;
  platform: string;
  attack_prob: number;
  confidence: number;
  prediction: string;
  ttp_techniques: string[];
  ttp_explanation: string | null;
  timestamp: number;
  model_name: string;
  num_nodes: number;
  num_edges: number;
}

let counter = 0;

/** An inference that raises an alert, with the given differences. */
export function inference(differences: Partial<WireInference> = {}): WireInference {
  counter++;
  return {
    inference_id: `inference-${counter}`,
    tenant_id: 'acme',
    endpoint_id: 'ws-1',
    platform: 'windows',
    attack_prob: 0.8,
    confidence: 0.9,
    prediction: 'attack',
    ttp_techniques: [],
    ttp_explanation: null,
    timestamp: start,
    model_name: 'sage',
    num_nodes: 10,
    num_edges: 20,
    ...differences,
  };
}

/** The inference in the form of the mutation's input. */
export function graphInference(wire: WireInference) {
  return {
    inferenceId: wire.inference_id,
    tenantId: wire.tenant_id,
    endpointId: wire.endpoint_id,
    platform: wire.platform,
    attackProb: wire.attack_prob,
    confidence: wire.confidence,
    prediction: wire.prediction,
    ttpTechniques: wire.ttp_techniques,
    ttpExplanation: wire.ttp_explanation,
    timestamp: wire.timestamp,
    modelName: wire.model_name,
    numNodes: wire.num_nodes,
    numEdges: wire.num_edges,
  };
}

/** Imports inferences like the mutation, and returns their results. */
export async function importAll(alerts: AlertDependencies, inferences: readonly WireInference[], caller?: Caller) {
  return await importInferences({ ...alerts, ...requestOf(caller) }, inferences.map(graphInference));
}

/** Imports inferences like the command line. */
export async function importStream(alerts: AlertDependencies, inferences: readonly WireInference[]) {
  const lines = inferences.map((line) => `${JSON.stringify(line)}\n`).join('');
  return await importLines({ ...alerts, ...requestOf() }, { input: Readable.from([Buffer.from(lines)]) });
}

/** All alerts of a tenant with all fields, in the order of their first inference. */
export async function alertsOf(world: AlertWorld, tenantId: string): Promise<AlertRow[]> {
  const { nodes } = await pageAlerts(world.as(), {
    filter: { tenantId },
    orderBy: null,
    limit: 1000,
    offset: 0,
    fields: allFields,
    wantsItems: true,
    wantsTotal: false,
  });
  // All fields were requested.
  return (nodes as AlertRow[]).toSorted((a, b) => a.firstSeenEpoch - b.firstSeenEpoch || (a.id < b.id ? -1 : 1));
}
