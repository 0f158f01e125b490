import { createRequire } from 'node:module';
import type { Schema, Supergraph } from '@apollo/federation-internals';
import type { QueryPlan, QueryPlanner } from '@apollo/query-planner';
import type { DocumentNode } from 'graphql';

/** Apollo's planner for one supergraph, and the schema with which to parse operations for the planner. */
export interface Planner {
  readonly planner: QueryPlanner;
  readonly apiSchema: Schema;
}

export type OverrideConditions = readonly (readonly [label: string, holds: boolean])[];

/**
 * Options of Apollo's planner. Fragments are not reused, because that would change the order of a mutation's fields in
 * fetches. The planner throws if a field can be reached in more than `pathsLimit` ways.
 */
export const plannerOptions = { reuseQueryFragments: false, debug: { pathsLimit: 500 } };

const require = createRequire(import.meta.url);

/** Loads Apollo's packages when the first operation is planned, because loading takes 0.2 s. */
function loadFederation(): typeof import('@apollo/federation-internals') {
  return require('@apollo/federation-internals');
}

function loadQueryPlanner(): typeof import('@apollo/query-planner') {
  return require('@apollo/query-planner');
}

/**
 * Reads a supergraph. Unlike Apollo's gateway, accepts links with `for: SECURITY` (@authenticated and so on), which the
 * subgraphs or the standalone gateway enforce.
 * @param options.assumeValid whether to skip the validation of the supergraph and its subgraphs, which takes most of
 * the time
 */
export function readSupergraph(sdl: string | DocumentNode, { assumeValid = false } = {}): Supergraph {
  const { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES: supportedFeatures, Supergraph } = loadFederation();
  return Supergraph.build(sdl, { supportedFeatures, validateSupergraph: !assumeValid });
}

/** Returns the validated supergraph without `@inaccessible` directives, so all of its elements are accessible. */
export function withAllAccessible(supergraph: Supergraph): Supergraph {
  const { inaccessibleIdentity, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } = loadFederation();
  const schema = supergraph.schema.clone();
  const feature = schema.coreFeatures?.getByIdentity(inaccessibleIdentity);
  if (feature === undefined) return supergraph;
  const hidden = schema.directive(feature.directiveNameInSchema('inaccessible'))?.applications() ?? [];
  for (const application of [...hidden]) application.remove();
  return new Supergraph(schema, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, false);
}

/**
 * Builds the planner of a supergraph.
 * @param accessible result of {@link withAllAccessible}, so the planner also plans operations with `@inaccessible`
 * elements
 */
export function buildPlanner(accessible: Supergraph): Planner {
  const { QueryPlanner } = loadQueryPlanner();
  return { planner: new QueryPlanner(accessible, plannerOptions), apiSchema: accessible.apiSchema() };
}

/**
 * Plans an operation.
 * @throws {Error} if it cannot be planned, or a limit is exceeded
 */
export function createPlan(
  { planner, apiSchema }: Planner,
  document: DocumentNode,
  overrides: OverrideConditions,
): QueryPlan {
  const operation = loadFederation().operationFromDocument(apiSchema, document);
  return planner.buildQueryPlan(operation, { overrideConditions: new Map(overrides) });
}
