import type { Supergraph } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { compileCompletion } from './compiled/completion.js';
import type { DataSource, ExecutionContext } from './data-source.js';
import { acceptsSameVariables, findDirectFetch } from './direct.js';
import { RequestErrors, toGraphQLError } from './errors.js';
import type { FederatedGraph, PreparedOperation } from './federated-graph.js';
import { type SelectedOperation, selectOperation } from './operation.js';
import type { FetchEnvironment } from './plan/fetch.js';
import { NeededFields } from './plan/needed-fields.js';
import { preparePlan } from './plan/plan.js';
import { fillEmptySelections, hasEmptySelections } from './planning/conditions.js';
import { namesForPlan, type PlanNames } from './planning/plan-names.js';
import { Planning } from './planning/planning.js';
import { type OverrideConditions, readSupergraph, withAllAccessible } from './planning/query-plans.js';
import { type DirectFetch, type OperationForm, type Overrides, prepareExecution } from './prepared-operation.js';
import { reservedResponseNamesRule } from './reserved-response-names.js';
import { withoutSubscriptions } from './without-subscriptions.js';

export interface GraphOptions<Context extends ExecutionContext = ExecutionContext> {
  /** The composed supergraph, as it is published. */
  readonly supergraphSdl: string;
  /** The same where it is read already, by a caller that had to look into it. */
  readonly supergraph?: Supergraph;
  /** By the subgraphs' names. */
  readonly dataSources: ReadonlyMap<string, DataSource<Context>> | Readonly<Record<string, DataSource<Context>>>;
  /** Rules beside those of the GraphQL specification, for example limits. */
  readonly validationRules?: readonly ValidationRule[];
  /** Labels of progressive overrides (`@override(label:)`) that hold; `percent(n)` holds for n percent of the requests anyway. */
  readonly overrideLabels?: readonly string[] | undefined;
  /** A number from 0 up to 1 for each request, which decides for `percent(n)`. */
  readonly random?: () => number;
  /** How many tokens a document may have; unlimited when absent. */
  readonly maxTokens?: number;
  /** Called around the planning of an operation, for example to trace it: calls `plan` once and returns what that returns. */
  readonly wrapPlanning?: WrapPlanning | undefined;
}

export type WrapPlanning = <Result>(plan: () => Result) => Result;

/**
 * Builds the graph over its subgraphs: a supergraph, Apollo's query planner over it, and an executor of its plans. It executes no
 * subscriptions, and its schema shows none.
 * Throws when the supergraph is not valid or a subgraph of it has no data source.
 */
export function buildGraph<Context extends ExecutionContext>(options: GraphOptions<Context>): FederatedGraph<Context> {
  const supergraph = options.supergraph ?? readSupergraph(options.supergraphSdl);
  const dataSources = readDataSources(options, supergraph);
  const planning = new Planning(supergraph, options.supergraphSdl);
  const apiSchema = withoutSubscriptions(supergraph.apiSchema().toGraphQLJSSchema());
  return new PlannedGraph(options, { planning, dataSources, apiSchema });
}

/**
 * Builds the graph as `buildGraph` does, and the same graph with what is `@inaccessible`, for operations of the server itself. One planner
 * serves both. The schema shows subscriptions: who builds both serves them with operations of the server itself.
 */
export function buildGraphs<Context extends ExecutionContext>(
  options: GraphOptions<Context>,
): { published: FederatedGraph<Context>; internal: FederatedGraph<Context> } {
  const supergraph = options.supergraph ?? readSupergraph(options.supergraphSdl);
  const dataSources = readDataSources(options, supergraph);
  const planning = new Planning(supergraph, options.supergraphSdl);
  const graphOf = (visible: Supergraph) =>
    new PlannedGraph(options, { planning, dataSources, apiSchema: visible.apiSchema().toGraphQLJSSchema() });
  return { published: graphOf(supergraph), internal: graphOf(withAllAccessible(supergraph)) };
}

interface GraphParts {
  readonly planning: Planning;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  readonly apiSchema: GraphQLSchema;
}

class PlannedGraph implements FederatedGraph {
  readonly apiSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  readonly #maxTokens: number | undefined;
  readonly #planning: Planning;
  readonly #dataSources: ReadonlyMap<string, DataSource>;
  readonly #rules: readonly ValidationRule[];
  readonly #environment: FetchEnvironment;
  readonly #overrides: Overrides;
  readonly #wrapPlanning: WrapPlanning;

  constructor(options: GraphOptions, { planning, dataSources, apiSchema }: GraphParts) {
    this.supergraphSdl = options.supergraphSdl;
    this.apiSchema = apiSchema;
    this.#maxTokens = options.maxTokens;
    this.#wrapPlanning = options.wrapPlanning ?? ((plan) => plan());
    this.#planning = planning;
    this.#dataSources = dataSources;
    const interfaceObjects = interfaceObjectsOf(planning);
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
    const schema = this.apiSchema;
    const planning = this.#planning;
    const parts = { document, selected, schema, overrides: this.#overrides };
    return prepareExecution({
      ...parts,
      plansAtOnce: planning.isPlannedAtOnce(selected),
      createForm: (form, holding) => this.#wrapPlanning(() => this.#createForm(form, holding)),
    });
  }

  /** Plans and compiles the operation for one combination of its conditions and of the labels of overrides. */
  #createForm(form: SelectedOperation, holding: OverrideConditions): OperationForm | Promise<OperationForm> {
    const names = namesForPlan(form.document, this.#planning.requiredNames);
    const document = names?.document ?? form.document;
    const isEmpty = hasEmptySelections(document);
    if (form.operation.selectionSet.selections.length === 0)
      return this.#compileForm({ form, names, isEmpty, plan: noPlan });
    const filled = isEmpty ? fillEmptySelections(document) : document;
    if (this.#planning.isPlannedAtOnce(form)) {
      return this.#compileForm({ form, names, isEmpty, plan: this.#planning.planAtOnce(filled, holding) });
    }
    return this.#planning.plan(filled, holding).then((plan) => this.#compileForm({ form, names, isEmpty, plan }));
  }

  #compileForm({ form, names, isEmpty, plan }: PlannedForm): OperationForm {
    const { apiSchema } = this;
    const { operation, fragments, document } = form;
    const { subgraphSchemas } = this.#planning;
    assertNotEmpty(plan, form);
    const source = { schema: apiSchema, operation, fragments, variables: {}, planNames: names?.byField };
    const needed = new NeededFields(source, this.#environment.supergraph, plan);
    const direct = isEmpty ? undefined : findDirectFetch({ plan, document, apiSchema, subgraphSchemas });
    return {
      form,
      names,
      execute: preparePlan(plan, this.#environment, needed),
      complete: compileCompletion(source),
      needed,
      direct: direct && this.#directFetch(direct.serviceName, form),
    };
  }

  #directFetch(subgraph: string, { operation }: SelectedOperation): DirectFetch | undefined {
    const dataSource = this.#dataSources.get(subgraph);
    const subgraphSchema = this.#planning.subgraphSchemas.get(subgraph);
    if (!dataSource?.keepsTheSchema || subgraphSchema === undefined) return undefined;
    const coercesVariables =
      dataSource.coercesVariables === true &&
      acceptsSameVariables({ operation, apiSchema: this.apiSchema, subgraphSchema });
    return { subgraph, dataSource, coercesVariables };
  }
}

interface PlannedForm {
  readonly form: SelectedOperation;
  readonly names: PlanNames | undefined;
  /** Whether conditions left a selection set empty. */
  readonly isEmpty: boolean;
  readonly plan: QueryPlan;
}

const noPlan: QueryPlan = { kind: 'QueryPlan' };

/** @throws {RequestErrors} for a plan that fetches nothing of an operation that selects data */
function assertNotEmpty({ node }: QueryPlan, { operation, fragments }: SelectedOperation): void {
  const selectsData = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith('__');
      if (selection.kind === Kind.INLINE_FRAGMENT) return selectsData(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return fragment !== undefined && selectsData(fragment.selectionSet);
    });
  if (node !== undefined || !selectsData(operation.selectionSet)) return;
  const message = 'The operation has no plan across subgraphs: no subgraph gives its fields.';
  throw new RequestErrors('unplanned', [new GraphQLError(message)]);
}

/** By subgraph, interfaces that it knows as objects: fetches from there name the interface where the type is asked for. */
function interfaceObjectsOf({ supergraphSchema, subgraphSchemas }: Planning): Map<string, ReadonlySet<string>> {
  const interfaces = Object.values(supergraphSchema.getTypeMap()).filter(isInterfaceType);
  return new Map(
    [...subgraphSchemas].map(([subgraph, schema]) => {
      const objects = interfaces.filter(({ name }) => isObjectType(schema.getType(name)));
      return [subgraph, new Set(objects.map(({ name }) => name))];
    }),
  );
}

/** The schema that a supergraph has for operations of the server itself: nothing in it is hidden. */
export function internalSchema(supergraphSdl: string): GraphQLSchema {
  return withAllAccessible(readSupergraph(supergraphSdl)).apiSchema().toGraphQLJSSchema();
}

/** @throws where a subgraph has no data source */
function readDataSources({ dataSources }: GraphOptions, supergraph: Supergraph): ReadonlyMap<string, DataSource> {
  const byName = dataSources instanceof Map ? dataSources : new Map(Object.entries(dataSources));
  for (const { name } of supergraph.subgraphs()) {
    if (!byName.has(name)) throw new Error(`Subgraph "${name}" has no data source`);
  }
  return byName;
}
