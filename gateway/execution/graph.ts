import {
  inaccessibleIdentity,
  operationFromDocument,
  ROUTER_SUPPORTED_SUPERGRAPH_FEATURES,
  Supergraph,
} from '@apollo/federation-internals';
import { QueryPlanner } from '@apollo/query-planner';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { DataSource, ExecutionContext } from './data-source.js';
import { findDirectFetch, takesTheSameVariables } from './direct.js';
import { RequestErrors, toGraphQLError } from './errors.js';
import type { FederatedGraph, PreparedOperation } from './federated-graph.js';
import { type SelectedOperation, selectOperation } from './operation.js';
import { preparePlan } from './plan/plan.js';
import { namesForPlan, type RequiredNames, readRequiredNames } from './plan-names.js';
import { type DirectFetch, type ExecutionParts, prepareExecution } from './prepared-operation.js';
import { reservedResponseNamesRule } from './reserved-response-names.js';

export interface GraphOptions<Context extends ExecutionContext = ExecutionContext> {
  /** The composed supergraph, as it is published. */
  readonly supergraphSdl: string;
  /** The same where it is read already, by a caller that had to look into it. */
  readonly supergraph?: Supergraph;
  /** By the subgraphs' names. */
  readonly dataSources: ReadonlyMap<string, DataSource<Context>> | Readonly<Record<string, DataSource<Context>>>;
  /** Rules beside those of the GraphQL specification, for example limits. */
  readonly validationRules?: readonly ValidationRule[];
  /** How many tokens a document may have; unlimited when absent. */
  readonly maxTokens?: number;
}

/**
 * Builds the graph over its subgraphs: a supergraph, Apollo's query planner over it, and an executor of its plans.
 * Throws when the supergraph is not valid or a subgraph of it has no data source.
 */
export function buildGraph<Context extends ExecutionContext>(options: GraphOptions<Context>): FederatedGraph<Context> {
  const supergraph = options.supergraph ?? readSupergraph(options.supergraphSdl);
  const planning = new Planning(supergraph, options);
  return new PlannedGraph(options, { planning, apiSchema: planning.apiSchema.toGraphQLJSSchema() });
}

/**
 * Builds the graph as `buildGraph` does, and the same graph with what is `@inaccessible`, for operations of the server itself. One planner
 * serves both.
 */
export function buildGraphs<Context extends ExecutionContext>(
  options: GraphOptions<Context>,
): { published: FederatedGraph<Context>; internal: FederatedGraph<Context> } {
  const supergraph = options.supergraph ?? readSupergraph(options.supergraphSdl);
  const planning = new Planning(withAllAccessible(supergraph), options);
  const apiSchema = supergraph.apiSchema().toGraphQLJSSchema();
  return {
    published: new PlannedGraph(options, { planning, apiSchema }),
    internal: new PlannedGraph(options, { planning, apiSchema: planning.apiSchema.toGraphQLJSSchema() }),
  };
}

/** What it takes to plan operations of a supergraph and to execute the plans. */
class Planning {
  readonly planner: QueryPlanner;
  readonly apiSchema: ReturnType<Supergraph['apiSchema']>;
  readonly supergraphSchema: GraphQLSchema;
  readonly subgraphSchemas = new Map<string, GraphQLSchema>();
  readonly dataSources: ReadonlyMap<string, DataSource>;
  readonly requiredNames: RequiredNames;

  constructor(supergraph: Supergraph, options: GraphOptions) {
    // With fragments in fetches the planner changes the order of a mutation's fields.
    this.planner = new QueryPlanner(supergraph, { reuseQueryFragments: false });
    this.apiSchema = supergraph.apiSchema();
    this.supergraphSchema = supergraph.schema.toGraphQLJSSchema();
    this.requiredNames = readRequiredNames(parse(options.supergraphSdl, { noLocation: true }));
    this.dataSources = toMap(options.dataSources);
    for (const subgraph of supergraph.subgraphs()) {
      if (!this.dataSources.has(subgraph.name)) throw new Error(`Subgraph "${subgraph.name}" has no data source`);
      this.subgraphSchemas.set(subgraph.name, subgraph.schema.toGraphQLJSSchema());
    }
  }

  plan(document: DocumentNode): ReturnType<QueryPlanner['buildQueryPlan']> {
    try {
      return this.planner.buildQueryPlan(operationFromDocument(this.apiSchema, document));
    } catch (error) {
      // The planner refuses operations that would take too long to plan.
      if (error instanceof GraphQLError) throw new RequestErrors('validation', [error]);
      throw error;
    }
  }
}

class PlannedGraph implements FederatedGraph {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  readonly #maxTokens: number | undefined;
  readonly #planning: Planning;
  readonly #rules: readonly ValidationRule[];

  constructor(options: GraphOptions, { planning, apiSchema }: { planning: Planning; apiSchema: GraphQLSchema }) {
    this.supergraphSdl = options.supergraphSdl;
    this.apiSchema = apiSchema;
    this.#maxTokens = options.maxTokens;
    this.#planning = planning;
    this.#rules = [...specifiedRules, reservedResponseNamesRule, ...(options.validationRules ?? [])];
  }

  prepare({ document, operationName }: { document: string | DocumentNode; operationName?: string }): PreparedOperation {
    return this.#build(typeof document === 'string' ? this.#parse(document) : document, operationName);
  }

  #parse(text: string): DocumentNode {
    try {
      return parse(text, { maxTokens: this.#maxTokens });
    } catch (error) {
      throw new RequestErrors('syntax', [toGraphQLError(error)]);
    }
  }

  #build(document: DocumentNode, operationName: string | undefined): PreparedOperation {
    const errors = validate(this.apiSchema, document, this.#rules);
    if (errors.length > 0) throw new RequestErrors('validation', errors);
    const selected = selectOperation(document, operationName);
    if (selected.operation.operation === OperationTypeNode.SUBSCRIPTION) {
      const message = 'Subscriptions are not supported';
      throw new RequestErrors('validation', [new GraphQLError(message, { nodes: selected.operation })]);
    }
    return prepareExecution(this.#plan(document, selected));
  }

  #plan(document: DocumentNode, selected: SelectedOperation): ExecutionParts {
    const { apiSchema } = this;
    const { dataSources, subgraphSchemas, supergraphSchema, requiredNames } = this.#planning;
    const names = namesForPlan(selected.document, requiredNames);
    const plan = this.#planning.plan(names?.document ?? selected.document);
    const direct = findDirectFetch({ plan, document: selected.document, apiSchema, subgraphSchemas });
    return {
      document,
      selected,
      schema: apiSchema,
      names,
      execute: preparePlan(plan, { supergraph: supergraphSchema, dataSources }),
      direct: direct && this.#directFetch(direct.serviceName, selected),
    };
  }

  #directFetch(subgraph: string, { operation }: SelectedOperation): DirectFetch | undefined {
    const dataSource = this.#planning.dataSources.get(subgraph);
    const subgraphSchema = this.#planning.subgraphSchemas.get(subgraph);
    if (!dataSource?.keepsTheSchema || subgraphSchema === undefined) return undefined;
    const coercesVariables =
      dataSource.coercesVariables === true &&
      takesTheSameVariables({ operation, apiSchema: this.apiSchema, subgraphSchema });
    return { subgraph, dataSource, coercesVariables };
  }
}

/** Apollo's own gateway refuses links for security (@authenticated and so on); here the subgraphs enforce them. */
function readSupergraph(sdl: string): Supergraph {
  return Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES });
}

/** The schema that a supergraph has for operations of the server itself: nothing in it is hidden. */
export function internalSchema(supergraphSdl: string): GraphQLSchema {
  return withAllAccessible(readSupergraph(supergraphSdl)).apiSchema().toGraphQLJSSchema();
}

/** The same supergraph, in which nothing is hidden from clients. */
function withAllAccessible(supergraph: Supergraph): Supergraph {
  const schema = supergraph.schema.clone();
  const feature = schema.coreFeatures?.getByIdentity(inaccessibleIdentity);
  if (feature === undefined) return supergraph;
  const hidden = schema.directive(feature.directiveNameInSchema('inaccessible'))?.applications() ?? [];
  for (const application of [...hidden]) application.remove();
  return new Supergraph(schema, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES);
}

function toMap(dataSources: GraphOptions['dataSources']): ReadonlyMap<string, DataSource> {
  return dataSources instanceof Map ? dataSources : new Map(Object.entries(dataSources));
}
