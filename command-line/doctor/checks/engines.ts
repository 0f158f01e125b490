import { randomUUID } from 'node:crypto';
import { type Graph, type OpenedGraph, readTrustedDocuments } from '../../../gateway/index.js';
import { localRequest, type RequestContext } from '../../../platform/caller.js';
import type { Configuration } from '../../../platform/configuration/index.js';
import { type Database, openDatabase } from '../../../platform/database/index.js';
import { silentLog as log } from '../../../platform/log.js';
import { trustedDocuments } from '../../../rest-adapters/index.js';
import { subgraphs } from '../../../subgraphs/index.js';
import { consoleDocuments } from '../../console-documents.js';
import { dashboardQuery } from '../../demo/dashboard-query.js';
import { openEngine } from '../../engine.js';
import { missingTables } from '../assess-tables.js';
import { type Check, type CheckContext, type CheckResult, failure, ok, skip } from '../check.js';
import { type Comparison, compareGraphs } from '../engines/compare.js';
import { sampleQueries } from '../engines/sample-queries.js';

/** Maximum number of reported differences. */
const maxNamed = 5;

/**
 * Compares the results of both execution engines on the database of the instance. Runs all domains in this process,
 * regardless of the settings.
 */
export const engines: Check = {
  name: 'engines',
  async run(context) {
    // Opening the database would apply pending migrations.
    const reason = await missingTables(context);
    if (reason !== undefined) return skip(reason);
    const { configuration } = context;
    const database = await openDatabase({ configuration, log, mustExist: true });
    try {
      return assessComparison(await compareEngines(database, context));
    } finally {
      await database.close();
    }
  },
};

/** Assesses a comparison: whether both engines return equal results. */
export function assessComparison({ compared, changed, differences }: Comparison): CheckResult {
  const suffix =
    changed.length === 0 ? '' : `, apart from values that change with each request (${changed.join(', ')})`;
  if (differences.length === 0) return ok(`${compared} queries return the same results on both engines${suffix}`);
  const examples = differences.slice(0, maxNamed).map(({ query, path }) => `${query} (${path})`);
  const further = differences.length > maxNamed ? ` and ${differences.length - maxNamed} more` : '';
  return failure(
    `${differences.length} of ${compared} queries return different results on the two engines: ${examples.join(', ')}${further}`,
    'set [gateway] engine to the engine that returns correct results, and report the query as a bug in Rampart',
  );
}

async function compareEngines(database: Database, { configuration, clock, signal }: CheckContext): Promise<Comparison> {
  const domains = subgraphs.map((definition) => definition.create({ configuration, database, clock, log }));
  const open = (engine: Configuration['gateway']['engine']): Promise<OpenedGraph<Graph>> =>
    openEngine({
      ...{ domains, log, placement: { remoteSubgraphs: [] }, remote: { dataSources: [] } },
      // Without plugins, which could change responses or send data elsewhere.
      settings: { engine, apolloPlugins: '' },
    });
  const rampart = await open('rampart');
  const apollo = await open('apollo');
  try {
    const context: RequestContext = { ...localRequest, signal, requestId: randomUUID() };
    return await compareOpenEngines({ first: rampart.graph, second: apollo.graph }, { configuration, context });
  } finally {
    await Promise.all([rampart.close(), apollo.close()]);
  }
}

/**
 * Compares opened engines: queries of the REST paths on the internal graphs, and queries of the console, the demo and
 * the trusted documents on the public graphs.
 */
async function compareOpenEngines(
  { first, second }: { first: Graph; second: Graph },
  { configuration, context }: { configuration: Configuration; context: RequestContext },
): Promise<Comparison> {
  const { trustedDocumentsFile } = configuration.graphql;
  const fromFile = trustedDocumentsFile === '' ? [] : readTrustedDocuments(trustedDocumentsFile);
  const variableValues = await readVariableValues(first, context);
  const ownQueries = sampleQueries(trustedDocuments(first), {
    schema: first.internal.apiSchema,
    knownValues: variableValues,
  });
  const documents = [dashboardQuery, ...consoleDocuments(), ...fromFile];
  const queries = sampleQueries(documents, { schema: first.apiSchema, knownValues: variableValues });
  const internalComparison = await compareGraphs(
    { first: first.internal, second: second.internal },
    ownQueries,
    context,
  );
  const clientComparison = await compareGraphs({ first, second }, queries, context);
  return {
    compared: internalComparison.compared + clientComparison.compared,
    changed: [...internalComparison.changed, ...clientComparison.changed],
    differences: [...internalComparison.differences, ...clientComparison.differences],
  };
}

/** Reads values for query variables from the instance. The keys are names of variables. */
async function readVariableValues(graph: Graph, context: RequestContext): Promise<Readonly<Record<string, unknown>>> {
  const document = '{ alerts(first: 1) { nodes { id } } zones { name } driveSites { siteId } }';
  const { data } = await graph.prepare({ document }).execute({ variables: {}, context });
  const found = data as VariableData | null | undefined; // The type matches the document.
  const alert = found?.alerts?.nodes[0]?.id;
  const site = found?.driveSites?.[0]?.siteId;
  const zone = found?.zones?.[0]?.name;
  return { id: alert, alert_id: alert, site_id: site, zone, brand: 'example' };
}

interface VariableData {
  readonly alerts: { readonly nodes: readonly { readonly id: string }[] } | null;
  readonly zones: readonly { readonly name: string }[] | null;
  readonly driveSites: readonly { readonly siteId: string }[] | null;
}
