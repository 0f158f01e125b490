import { operationFromDocument, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals';
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
  return new PlannedGraph(options);
}

class PlannedGraph implements FederatedGraph {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  private readonly options: GraphOptions;
  private readonly planner: QueryPlanner;
  private readonly internalApiSchema: ReturnType<Supergraph['apiSchema']>;
  private readonly supergraphSchema: GraphQLSchema;
  private readonly subgraphSchemas = new Map<string, GraphQLSchema>();
  private readonly dataSources: ReadonlyMap<string, DataSource>;
  private readonly requiredNames: RequiredNames;
  private readonly rules: readonly ValidationRule[];

  constructor(options: GraphOptions) {
    this.options = options;
    this.supergraphSdl = options.supergraphSdl;
    const supergraph = options.supergraph ?? readSupergraph(options.supergraphSdl);
    // With fragments in fetches the planner changes the order of a mutation's fields.
    this.planner = new QueryPlanner(supergraph, { reuseQueryFragments: false });
    this.internalApiSchema = supergraph.apiSchema();
    this.apiSchema = this.internalApiSchema.toGraphQLJSSchema();
    this.supergraphSchema = supergraph.schema.toGraphQLJSSchema();
    this.requiredNames = readRequiredNames(parse(options.supergraphSdl, { noLocation: true }));
    this.dataSources = toMap(options.dataSources);
    for (const subgraph of supergraph.subgraphs()) {
      if (!this.dataSources.has(subgraph.name)) throw new Error(`Subgraph "${subgraph.name}" has no data source`);
      this.subgraphSchemas.set(subgraph.name, subgraph.schema.toGraphQLJSSchema());
    }
    this.rules = [...specifiedRules, reservedResponseNamesRule, ...(options.validationRules ?? [])];
  }

  prepare({ document, operationName }: { document: string | DocumentNode; operationName?: string }): PreparedOperation {
    return this.build(typeof document === 'string' ? this.parse(document) : document, operationName);
  }

  private parse(text: string): DocumentNode {
    try {
      return parse(text, { maxTokens: this.options.maxTokens });
    } catch (error) {
      throw new RequestErrors('syntax', [toGraphQLError(error)]);
    }
  }

  private build(document: DocumentNode, operationName: string | undefined): PreparedOperation {
    const errors = validate(this.apiSchema, document, this.rules);
    if (errors.length > 0) throw new RequestErrors('validation', errors);
    const selected = selectOperation(document, operationName);
    if (selected.operation.operation === OperationTypeNode.SUBSCRIPTION) {
      const message = 'Subscriptions are not supported';
      throw new RequestErrors('validation', [new GraphQLError(message, { nodes: selected.operation })]);
    }
    return prepareExecution(this.plan(document, selected));
  }

  private plan(document: DocumentNode, selected: SelectedOperation): ExecutionParts {
    const { apiSchema, dataSources, subgraphSchemas } = this;
    const names = namesForPlan(selected.document, this.requiredNames);
    const plan = this.buildPlan(names?.document ?? selected.document);
    const direct = findDirectFetch({ plan, document: selected.document, apiSchema, subgraphSchemas });
    return {
      document,
      selected,
      schema: apiSchema,
      names,
      execute: preparePlan(plan, { supergraph: this.supergraphSchema, dataSources }),
      direct: direct && this.directFetch(direct.serviceName, selected),
    };
  }

  private directFetch(subgraph: string, { operation }: SelectedOperation): DirectFetch | undefined {
    const dataSource = this.dataSources.get(subgraph);
    const subgraphSchema = this.subgraphSchemas.get(subgraph);
    if (!dataSource?.keepsTheSchema || subgraphSchema === undefined) return undefined;
    const coercesVariables =
      dataSource.coercesVariables === true &&
      takesTheSameVariables({ operation, apiSchema: this.apiSchema, subgraphSchema });
    return { subgraph, dataSource, coercesVariables };
  }

  private buildPlan(document: DocumentNode): ReturnType<QueryPlanner['buildQueryPlan']> {
    try {
      return this.planner.buildQueryPlan(operationFromDocument(this.internalApiSchema, document));
    } catch (error) {
      // The planner refuses operations that would take too long to plan.
      if (error instanceof GraphQLError) throw new RequestErrors('validation', [error]);
      throw error;
    }
  }
}

/** Apollo's own gateway refuses links for security (@authenticated and so on); here the subgraphs enforce them. */
function readSupergraph(sdl: string): Supergraph {
  return Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES });
}

function toMap(dataSources: GraphOptions['dataSources']): ReadonlyMap<string, DataSource> {
  return dataSources instanceof Map ? dataSources : new Map(Object.entries(dataSources));
}
