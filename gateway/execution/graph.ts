import type { Supergraph } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  print,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import { compileCompletion } from './compiled/completion.js';
import { composedSupergraphOf } from './composed-supergraph.js';
import type { DataSource, ExecutionContext } from './data-source.js';
import { deferredFragments, withDefer, withoutDefer } from './deferral/defer-directive.js';
import { deferRules } from './deferral/defer-rules.js';
import { deferredSteps, splitPlan } from './deferral/deferred-plan.js';
import type { DeferredVariant } from './deferral/deferred-run.js';
import { acceptsSameVariables, findDirectFetch, isDirect } from './direct.js';
import { RequestErrors, toGraphQLError } from './errors.js';
import type { FederatedGraph, PreparedOperation } from './federated-graph.js';
import { finiteFloatsRule } from './finite-floats.js';
import { type SelectedOperation, selectOperation, withPlanVariables } from './operation.js';
import type { Overrides } from './operation-variants.js';
import type { FetchEnvironment } from './plan/fetch.js';
import { NeededFields } from './plan/needed-fields.js';
import { preparePlan, prepareSubscription } from './plan/plan.js';
import { fillEmptySelections, hasEmptySelections } from './planning/conditions.js';
import { assertNotEmpty, emptyPlan, selectsData } from './planning/empty-plan.js';
import { namesForPlan, type PlanNames } from './planning/plan-names.js';
import { Planning } from './planning/planning.js';
import { type OverrideConditions, readSupergraph, withAllAccessible } from './planning/query-plans.js';
import { planOf, type SoleSubgraphs, soleFetch } from './planning/sole-subgraphs.js';
import { assertSupportedFeatures } from './planning/supported-features.js';
import { type DirectFetch, type OperationVariant, prepareExecution } from './prepared-operation.js';
import { reservedResponseNamesRule } from './reserved-response-names.js';
import { filterSubscriptions, isSubscribable } from './shown-subscriptions.js';
import { validationErrors } from './validation-errors.js';

export interface GraphOptions<Context extends ExecutionContext = ExecutionContext> {
  /** The published supergraph. */
  readonly supergraphSdl: string;
  /** The parsed supergraph, if the caller has already parsed it. */
  readonly supergraph?: Supergraph;
  /** Data sources by subgraph name. */
  readonly dataSources: ReadonlyMap<string, DataSource<Context>> | Readonly<Record<string, DataSource<Context>>>;
  /** Validation rules in addition to those of the GraphQL specification, for example limits. */
  readonly validationRules?: readonly ValidationRule[];
  /**
   * Active labels of progressive overrides (`@override(label:)`). `percent(n)` is always active for n percent of the
   * requests.
   */
  readonly overrideLabels?: readonly string[] | undefined;
  /** Returns a number from 0 (inclusive) to 1 (exclusive) for each request, which decides `percent(n)`. */
  readonly random?: () => number;
  /** Maximum number of tokens in a document; default: unlimited. */
  readonly maxTokens?: number;
  /** Wraps the planning of an operation, for example to trace it. Must call `plan` once and return its result. */
  readonly wrapPlanning?: WrapPlanning | undefined;
}

export type WrapPlanning = <Result>(plan: () => Result) => Result;

/**
 * Builds a graph over its subgraphs from a supergraph, Apollo's query planner and an executor of its plans. The schema
 * contains only the subscriptions of subgraphs whose data sources have `subscribe`.
 * @throws {Error} if the supergraph is invalid or uses an unsupported feature, or if a subgraph has no data source
 */
export function buildGraph<Context extends ExecutionContext>(options: GraphOptions<Context>): FederatedGraph<Context> {
  const document = parse(options.supergraphSdl, { noLocation: true });
  assertSupportedFeatures(document);
  const supergraph = options.supergraph ?? readSupergraph(options.supergraphSdl);
  const subgraphs = [...supergraph.subgraphs()];
  const dataSources = readDataSources(options, subgraphs);
  const subgraphSchemas = new Map(subgraphs.map(({ name, schema }) => [name, schema.toGraphQLJSSchema()]));
  const planning = new Planning({
    document,
    supergraphSchema: supergraph.schema.toGraphQLJSSchema(),
    subgraphSchemas,
    read: (planned) => (planned === document ? supergraph : readSupergraph(planned)),
  });
  planning.buildPlanner();
  const subscribableSchema = filterSubscriptions(supergraph.apiSchema().toGraphQLJSSchema(), (field) =>
    isSubscribable(field, subgraphSchemas, dataSources),
  );
  const apiSchema = withDefer(subscribableSchema);
  return new PlannedGraph(options, { planning, dataSources, apiSchema: () => apiSchema });
}

/**
 * Builds the graph of a supergraph that composition has validated, and the same graph including `@inaccessible`
 * elements, for internal operations. One planner serves both graphs. The schema has subscriptions, which the caller
 * must serve with internal operations.
 */
export function buildGraphs<Context extends ExecutionContext>(
  options: Omit<GraphOptions<Context>, 'supergraph'>,
): { published: FederatedGraph<Context>; internal: FederatedGraph<Context> } {
  const { subgraphs, planning, soleSubgraphs, published, internal } = composedSupergraphOf(options.supergraphSdl);
  const dataSources = readDataSources(
    options,
    subgraphs.map((name) => ({ name })),
  );
  const parts = { planning, dataSources, soleSubgraphs };
  const graphOf = (apiSchema: () => GraphQLSchema) => new PlannedGraph(options, { ...parts, apiSchema });
  // Operations on subgraphs that are not trusted are always planned. The first one should not wait for the planner.
  if (![...dataSources.values()].every(({ isTrusted }) => isTrusted)) planning.buildPlanner();
  return { published: graphOf(published), internal: graphOf(() => internal) };
}

interface GraphParts {
  readonly planning: Planning;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  /** Finds operations that one subgraph can execute alone; absent if all operations are planned. */
  readonly soleSubgraphs?: SoleSubgraphs;
  readonly apiSchema: () => GraphQLSchema;
}

class PlannedGraph implements FederatedGraph {
  readonly supergraphSdl: string;
  readonly #apiSchema: () => GraphQLSchema;
  readonly #maxTokens: number | undefined;
  readonly #planning: Planning;
  readonly #dataSources: ReadonlyMap<string, DataSource>;
  readonly #soleSubgraphs: SoleSubgraphs | undefined;
  readonly #rules: readonly ValidationRule[];
  readonly #environment: FetchEnvironment;
  readonly #overrides: Overrides;
  readonly #wrapPlanning: WrapPlanning;
  /** Whether any subgraph supports subscriptions. */
  readonly #isSubscribable: boolean;

  constructor(options: GraphOptions, { planning, dataSources, soleSubgraphs, apiSchema }: GraphParts) {
    this.supergraphSdl = options.supergraphSdl;
    this.#apiSchema = apiSchema;
    this.#maxTokens = options.maxTokens;
    this.#wrapPlanning = options.wrapPlanning ?? ((plan) => plan());
    this.#planning = planning;
    this.#dataSources = dataSources;
    this.#soleSubgraphs = soleSubgraphs;
    this.#isSubscribable = [...dataSources.values()].some(({ subscribe }) => subscribe !== undefined);
    const interfaceObjects = planning.interfaceObjects;
    this.#environment = {
      supergraph: planning.supergraphSchema,
      dataSources,
      requiredFields: planning.requiredFields,
      resolvableKeys: planning.resolvableKeys,
      requirements: planning.requirements,
      interfaceObjects,
      interfaceNames: new Set([...interfaceObjects.values()].flatMap((names) => [...names])),
    };
    this.#overrides = {
      labels: planning.overrideLabels,
      active: new Set(options.overrideLabels),
      random: options.random ?? Math.random,
    };
    const rules = [...specifiedRules, ...deferRules, reservedResponseNamesRule, finiteFloatsRule];
    this.#rules = [...rules, ...(options.validationRules ?? [])];
  }

  get apiSchema(): GraphQLSchema {
    return this.#apiSchema();
  }

  prepare({ document, operationName }: { document: string | DocumentNode; operationName?: string }): PreparedOperation {
    const parsed = typeof document === 'string' ? this.#parse(document) : document;
    return withPlanVariables({ document: parsed, operationName }, (renamed) => this.#build(renamed, operationName));
  }

  #parse(text: string): DocumentNode {
    try {
      return parse(text, { maxTokens: this.#maxTokens });
    } catch (error) {
      throw new RequestErrors('syntax', [toGraphQLError(error)]);
    }
  }

  #build(document: DocumentNode, operationName: string | undefined): PreparedOperation {
    const errors = validationErrors(this.apiSchema, document, { rules: this.#rules });
    if (errors.length > 0) throw new RequestErrors('validation', errors);
    const selected = selectOperation(document, operationName);
    if (selected.operation.operation === OperationTypeNode.SUBSCRIPTION && !this.#isSubscribable) {
      const message = 'Subscriptions are not supported';
      throw new RequestErrors('validation', [new GraphQLError(message, { nodes: selected.operation })]);
    }
    const planning = this.#planning;
    const parts = { document, selected, schema: this.apiSchema, overrides: this.#overrides };
    return prepareExecution({
      ...parts,
      isPlannedSynchronously: planning.isPlannedSynchronously(selected),
      createVariant: (reduced, overrideConditions) =>
        this.#planVariant(reduced, overrideConditions, (planned) => this.#compileVariant(planned)),
      createDeferredVariant: (reduced, overrideConditions) =>
        this.#planVariant(reduced, overrideConditions, (planned) => this.#compileDeferredVariant(planned)),
    });
  }

  /** Plans and compiles the operation for one combination of conditions and override labels. */
  #planVariant<Variant>(
    selected: SelectedOperation,
    overrideConditions: OverrideConditions,
    compile: (planned: PlannedVariant) => Variant,
  ): Variant | Promise<Variant> {
    return this.#wrapPlanning(() => {
      const names = namesForPlan(selected.document, this.#planning.requiredNames);
      const document = names?.document ?? selected.document;
      const isEmpty = hasEmptySelections(document);
      if (!selectsData(selected.operation.selectionSet, selected))
        return compile({ selected, names, isEmpty, plan: emptyPlan });
      const singleFetch = isEmpty ? undefined : this.#planSingleFetch(selected, document);
      if (singleFetch !== undefined) return compile({ selected, names, isEmpty, plan: singleFetch });
      const complete = withoutDefer(isEmpty ? fillEmptySelections(document) : document);
      if (this.#planning.isPlannedSynchronously(selected)) {
        return compile({
          selected,
          names,
          isEmpty,
          plan: this.#planning.planSynchronously(complete, overrideConditions),
        });
      }
      return this.#planning
        .plan(complete, overrideConditions)
        .then((plan) => compile({ selected, names, isEmpty, plan }));
    });
  }

  /**
   * The plan of an operation that one trusted subgraph can execute unchanged; undefined if the operation must be
   * planned.
   */
  #planSingleFetch(
    { operation, document, ...selected }: SelectedOperation,
    planned: DocumentNode,
  ): QueryPlan | undefined {
    const subgraph = this.#soleSubgraphs?.find({ operation, document, ...selected });
    if (subgraph === undefined || !this.#dataSources.get(subgraph)?.isTrusted) return undefined;
    const fetch = soleFetch(subgraph, operation, print(planned));
    const { subgraphSchemas } = this.#planning;
    return isDirect(fetch, { document, apiSchema: this.apiSchema, subgraphSchemas }) ? planOf(fetch) : undefined;
  }

  #compileVariant({ selected, names, isEmpty, plan }: PlannedVariant): OperationVariant {
    const { apiSchema } = this;
    const { operation, fragments, document } = selected;
    const { subgraphSchemas } = this.#planning;
    assertNotEmpty(plan, selected);
    const source = { schema: apiSchema, operation, fragments, variables: {}, planNames: names?.byField };
    const needed = new NeededFields(source, this.#environment.supergraph, plan);
    const events =
      plan.node?.kind === 'Subscription' ? prepareSubscription(plan.node, this.#environment, needed) : undefined;
    const direct = isEmpty ? undefined : findDirectFetch({ plan, document, apiSchema, subgraphSchemas });
    return {
      selected,
      names,
      execute: events?.execute ?? preparePlan(plan, this.#environment, needed),
      events: events?.source,
      complete: compileCompletion(source),
      needed,
      direct: direct && this.#directFetch(direct.serviceName, selected),
    };
  }

  #compileDeferredVariant({ selected, names, plan }: PlannedVariant): DeferredVariant | undefined {
    const { operation, fragments, document } = selected;
    assertNotEmpty(plan, selected);
    const selection = { schema: this.apiSchema, operation, fragments, variables: {}, planNames: names?.byField };
    const source = { ...selection, deferred: deferredFragments(document) };
    const split = source.deferred.size === 0 ? undefined : splitPlan(plan, source, this.#environment);
    if (split === undefined) return undefined;
    const needed = new NeededFields(selection, this.#environment.supergraph, plan);
    const prepare = (part: QueryPlan) => preparePlan(part, this.#environment, needed);
    return {
      execute: prepare(split.primary),
      complete: compileCompletion(source),
      completeWhole: compileCompletion(selection),
      needed,
      names,
      later: deferredSteps(split, prepare),
    };
  }

  #directFetch(subgraph: string, { operation }: SelectedOperation): DirectFetch | undefined {
    const dataSource = this.#dataSources.get(subgraph);
    const subgraphSchema = this.#planning.subgraphSchemas.get(subgraph);
    if (!dataSource?.isTrusted || subgraphSchema === undefined) return undefined;
    const coercesVariables =
      dataSource.coercesVariables === true &&
      acceptsSameVariables({ operation, apiSchema: this.apiSchema, subgraphSchema });
    return { subgraph, dataSource, coercesVariables };
  }
}

interface PlannedVariant {
  readonly selected: SelectedOperation;
  readonly names: PlanNames | undefined;
  /** Whether `@skip` or `@include` left a selection set empty. */
  readonly isEmpty: boolean;
  readonly plan: QueryPlan;
}

/** Builds the schema for internal operations, including `@inaccessible` elements. */
export function internalSchema(supergraphSdl: string): GraphQLSchema {
  return withAllAccessible(readSupergraph(supergraphSdl)).apiSchema().toGraphQLJSSchema();
}

/** @throws {Error} if a subgraph has no data source */
function readDataSources(
  { dataSources }: GraphOptions,
  subgraphs: readonly { readonly name: string }[],
): ReadonlyMap<string, DataSource> {
  const byName = dataSources instanceof Map ? dataSources : new Map(Object.entries(dataSources));
  for (const { name } of subgraphs) {
    if (!byName.has(name)) throw new Error(`Subgraph "${name}" has no data source`);
  }
  return byName;
}
