import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { type GraphQLSchema, parse } from 'graphql';
import type { DataSource, FetchResult, SubgraphOperation } from '../data-source.js';
import { ExecutionError, toGraphQLError } from '../errors.js';
import { type Cursor, entitiesAt, entityPaths } from './cursor.js';
import { DistinctRepresentations } from './distinct-representations.js';
import { type JsonObject, mergeInto } from './merge.js';
import { commonFields, compileRepresentation, type PickRepresentation } from './representations.js';
import { compileRewrites, type Rewrite } from './rewrites.js';
import type { PlanRun } from './run.js';
import { translateError } from './subgraph-errors.js';

export interface PreparedFetch {
  execute(run: PlanRun, cursor: Cursor): Promise<void>;
}

/** What the fetches of all plans share. */
export interface FetchEnvironment {
  readonly supergraph: GraphQLSchema;
  readonly dataSources: ReadonlyMap<string, DataSource>;
}

/** Prepares one fetch of a plan. Throws when the plan asks for what this executor cannot do. */
export function prepareFetch(node: FetchNode, environment: FetchEnvironment): PreparedFetch {
  if (node.contextRewrites?.length) throw new Error('Plans with @fromContext arguments are not supported');
  const { supergraph } = environment;
  const parts: FetchParts = {
    subgraph: node.serviceName,
    dataSource: environment.dataSources.get(node.serviceName),
    operation: { document: parse(node.operation), text: node.operation, operationName: node.operationName },
    variableNames: node.variableUsages ?? [],
    rewriteOutput: compileRewrites(supergraph, node.outputRewrites),
  };
  if (node.requires === undefined) return new RootFetch(parts);
  return new EntityFetch(parts, { requires: node.requires, inputRewrites: node.inputRewrites, supergraph });
}

interface FetchParts {
  readonly subgraph: string;
  readonly dataSource: DataSource | undefined;
  readonly operation: SubgraphOperation;
  readonly variableNames: readonly string[];
  readonly rewriteOutput: Rewrite | undefined;
}

/** A fetch of root fields. */
class RootFetch implements PreparedFetch {
  readonly #parts: FetchParts;

  constructor(parts: FetchParts) {
    this.#parts = parts;
  }

  async execute(run: PlanRun, cursor: Cursor): Promise<void> {
    const targets = entitiesAt(cursor);
    if (targets.length === 0) return;
    const { data, errors } = await send(this.#parts, run, pickVariables(this.#parts.variableNames, run));
    for (const error of errors ?? []) {
      const path = error.path === undefined ? undefined : [...cursor.path, ...error.path];
      run.errors.push(translateError(error, this.#parts.subgraph, path));
    }
    if (!data) return;
    this.#parts.rewriteOutput?.(data);
    if (cursor.path.length === 0) mergeRoot(run, data);
    else for (const target of targets) mergeInto(target, data);
  }
}

/** The first root fetch's data becomes the merged data: nothing is copied. */
function mergeRoot(run: PlanRun, data: JsonObject): void {
  if (Object.keys(run.merged).length === 0) run.merged = data;
  else mergeInto(run.merged, data);
}

/** A fetch of further fields of entities by their representations. */
class EntityFetch implements PreparedFetch {
  readonly #pick: PickRepresentation;
  readonly #fields: readonly string[] | undefined;
  readonly #rewriteInput: Rewrite | undefined;

  readonly #parts: FetchParts;

  constructor(
    parts: FetchParts,
    {
      requires,
      inputRewrites,
      supergraph,
    }: Pick<FetchNode, 'inputRewrites'> & { requires: readonly QueryPlanSelectionNode[]; supergraph: GraphQLSchema },
  ) {
    this.#parts = parts;
    this.#pick = compileRepresentation(supergraph, requires);
    this.#fields = commonFields(requires);
    this.#rewriteInput = compileRewrites(supergraph, inputRewrites);
  }

  async execute(run: PlanRun, cursor: Cursor): Promise<void> {
    const entities = entitiesAt(cursor);
    const batch = this.#collect(entities);
    if (batch.representations.length === 0) return;
    const variables = pickVariables(this.#parts.variableNames, run);
    if ('representations' in variables) throw new Error('Variables cannot contain key "representations"');
    variables.representations = batch.representations;
    const { data, errors } = await send(this.#parts, run, variables);
    if (errors?.length) this.#reportErrors({ run, cursor, batch, errors });
    if (!data) return;
    const received = data._entities;
    const { length } = batch.representations;
    if (!Array.isArray(received)) throw wrongForm(this.#parts, '"data._entities" is no list');
    if (received.length !== length) throw wrongForm(this.#parts, `"data._entities" has not ${length} elements`);
    this.#merge(entities, batch, received);
  }

  /** One representation per distinct entity: the same entity is asked for once however often it occurs. */
  #collect(entities: readonly JsonObject[]): Batch {
    const places: number[] = [];
    // Rewrites look at the types of single entities: then each is asked for on its own.
    if (this.#rewriteInput !== undefined || this.#parts.rewriteOutput !== undefined) {
      const representations: JsonObject[] = [];
      for (const entity of entities) {
        const representation = this.#pick(entity);
        if (representation !== null) this.#rewriteInput?.(representation);
        places.push(representation === null ? nowhere : representations.push(representation) - 1);
      }
      return { representations, places };
    }
    const distinct = new DistinctRepresentations(this.#fields);
    for (const entity of entities) {
      const representation = this.#pick(entity);
      places.push(representation === null ? nowhere : distinct.add(representation));
    }
    return { representations: distinct.representations, places };
  }

  #merge(entities: readonly JsonObject[], { places }: Batch, received: readonly (JsonObject | null)[]): void {
    const { rewriteOutput } = this.#parts;
    for (let index = 0; index < entities.length; index++) {
      const existing = entities[index];
      const entity = received[places[index] ?? nowhere];
      if (!entity || existing === undefined) continue;
      if (rewriteOutput !== undefined) {
        if (!entity.__typename) entity.__typename = existing.__typename;
        rewriteOutput(entity);
      }
      mergeInto(existing, entity);
    }
  }

  #reportErrors({ run, cursor, batch, errors }: ErrorReport): void {
    const paths = entityPaths(run.merged, cursor.path);
    const targetsOf = Map.groupBy(batch.places.keys(), (target) => batch.places[target]);
    for (const error of errors) {
      const index = error.path?.[1];
      if (typeof index !== 'number') {
        const path = error.path === undefined ? undefined : [...cursor.path, ...error.path];
        run.errors.push(translateError(error, this.#parts.subgraph, path));
        continue;
      }
      const rest = error.path?.slice(2) ?? [];
      for (const target of targetsOf.get(index) ?? []) {
        run.errors.push(translateError(error, this.#parts.subgraph, [...(paths[target] ?? []), ...rest]));
      }
    }
  }
}

/** Of an entity that lacks what its representation needs. */
const nowhere = -1;

interface Batch {
  readonly representations: JsonObject[];
  /** For each entity, the index of the representation that stands for it, or `nowhere`. */
  readonly places: readonly number[];
}

interface ErrorReport {
  readonly run: PlanRun;
  readonly cursor: Cursor;
  readonly batch: Batch;
  readonly errors: NonNullable<FetchResult['errors']>;
}

function pickVariables(names: readonly string[], run: PlanRun): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(run.rawVariables, name)) variables[name] = run.rawVariables[name];
  }
  return variables;
}

async function send(parts: FetchParts, run: PlanRun, variables: Record<string, unknown>): Promise<FetchResult> {
  if (parts.dataSource === undefined) throw new Error(`Couldn't find service with name "${parts.subgraph}"`);
  const { document, text, operationName } = parts.operation;
  return parts.dataSource.execute({ document, text, operationName, variables, context: run.context, kept: run.kept });
}

/** The error names an external subgraph; in one of ours it is an internal error. */
function wrongForm({ subgraph, dataSource }: FetchParts, what: string): Error {
  const cause = new Error(`subgraph "${subgraph}": ${what}`);
  if (dataSource?.keepsTheSchema) return cause;
  return new ExecutionError(
    `Subgraph "${subgraph}" did not answer as a subgraph`,
    { code: 'UPSTREAM_FAILED', subgraph },
    { cause },
  );
}

/** Runs a fetch; what it throws is the answer's error, and the rest of the plan goes on. */
export async function executeFetch(fetch: PreparedFetch, run: PlanRun, cursor: Cursor): Promise<void> {
  try {
    await fetch.execute(run, cursor);
  } catch (error) {
    run.errors.push(toGraphQLError(error));
  }
}
