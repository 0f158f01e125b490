import {
  inaccessibleIdentity,
  operationFromDocument,
  ROUTER_SUPPORTED_SUPERGRAPH_FEATURES,
  type Schema,
  Supergraph,
} from '@apollo/federation-internals';
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import type { DocumentNode } from 'graphql';

/** Apollo's planner over one supergraph, and the schema that operations for it are read with. */
export interface Planner {
  readonly planner: QueryPlanner;
  readonly apiSchema: Schema;
}

export type OverrideConditions = readonly (readonly [label: string, holds: boolean])[];

/** In how many ways the fields of a selection may be reached; the planner throws beyond that. */
const pathsLimit = 500;

/** Apollo's own gateway refuses links for security (@authenticated and so on); here the subgraphs enforce them. */
export function readSupergraph(sdl: string): Supergraph {
  return Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES });
}

/** The same supergraph, in which nothing is hidden from clients. */
export function withAllAccessible(supergraph: Supergraph): Supergraph {
  const schema = supergraph.schema.clone();
  const feature = schema.coreFeatures?.getByIdentity(inaccessibleIdentity);
  if (feature === undefined) return supergraph;
  const hidden = schema.directive(feature.directiveNameInSchema('inaccessible'))?.applications() ?? [];
  for (const application of [...hidden]) application.remove();
  return new Supergraph(schema, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES);
}

/** Builds the planner of a supergraph. It also plans operations with what is `@inaccessible`. */
export function buildPlanner(supergraph: Supergraph): Planner {
  const accessible = withAllAccessible(supergraph);
  // With fragments in fetches the planner changes the order of a mutation's fields.
  const planner = new QueryPlanner(accessible, { reuseQueryFragments: false, debug: { pathsLimit } });
  return { planner, apiSchema: accessible.apiSchema() };
}

/** Plans an operation. Throws when the planner cannot, or when a bound is exceeded. */
export function createPlan(
  { planner, apiSchema }: Planner,
  document: DocumentNode,
  overrides: OverrideConditions,
): QueryPlan {
  const operation = operationFromDocument(apiSchema, document);
  return planner.buildQueryPlan(operation, { overrideConditions: new Map(overrides) });
}
