import {
  buildGraph,
  type DataSource,
  type Graph,
  InProcessDataSource,
  nodesName,
  OperatorTokens,
} from '../../gateway/index.js';
import type { OperatorCaller, RequestContext } from '../../platform/caller.js';
import type { Platform } from '../../platform/subgraph.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { subgraphs } from '../../subgraphs/index.js';
import { requestContext } from './administer.js';

/**
 * The alerts domain with a separate clock, which runs through the past days while analysts' operations are executed.
 * The times of alerts and of their changes come from this clock. Entries of the audit log use the database's clock,
 * because they record when they were written.
 */
export interface History {
  /** The platform with the clock of the history. */
  readonly platform: Platform;
  /** Moves the clock forward to `atMs`, in Unix epoch milliseconds. */
  moveTo(atMs: number): void;
  /**
   * Runs an operation; without a caller, as the local administrator.
   * @throws {GraphQLError} the first error of the result
   */
  run(document: string, variables: Record<string, unknown>, caller?: OperatorCaller): Promise<unknown>;
}

/**
 * Opens a history.
 * @param options.fromMs initial time of its clock in Unix epoch milliseconds
 */
export function openHistory(options: Platform & { graph: Graph; fromMs: number }): History {
  const { graph: served, fromMs, ...rest } = options;
  let nowMs = fromMs;
  const platform: Platform = { ...rest, clock: { now: () => nowMs } };
  const graph = graphOfAlerts(served.supergraphSdl, platform);
  const prepared = new Map<string, ReturnType<Graph['prepare']>>();
  return {
    platform,
    moveTo(atMs) {
      nowMs = Math.max(nowMs, atMs);
    },
    async run(document, variables, caller) {
      const operation = prepared.get(document) ?? graph.prepare({ document });
      prepared.set(document, operation);
      const result = await operation.execute({ variables, context: requestContext(caller) });
      if (result.errors?.[0] !== undefined) throw result.errors[0];
      return result.data;
    },
  };
}

function graphOfAlerts(supergraphSdl: string, platform: Platform): Graph {
  const dataSources = new Map<string, DataSource<RequestContext>>();
  for (const name of [...subgraphs.map((definition) => definition.name), nodesName]) {
    dataSources.set(name, {
      execute: () => Promise.reject(new Error(`the subgraph ${name} is not available for the sample history`)),
    });
  }
  dataSources.set(alertsSubgraph.name, new InProcessDataSource(alertsSubgraph.create(platform)));
  return buildGraph({ supergraphSdl, dataSources });
}

/** Creates the sample analysts, each with a token, so alerts can be assigned to them and comments can mention them. */
export async function createAnalysts({ platform }: History): Promise<OperatorCaller[]> {
  const tokens = new OperatorTokens(platform);
  const names = ['Mara Lindqvist', 'Jonas Okafor', 'Aiko Tanaka'];
  const analysts: OperatorCaller[] = [];
  for (const name of names) {
    const { id } = await tokens.create({ name, role: 'analyst', tenantId: null });
    analysts.push({ kind: 'operator', name, role: 'analyst', tenantId: null, credentialId: id });
  }
  return analysts;
}
