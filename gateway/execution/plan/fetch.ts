import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { DataSource, FetchResult, SubgraphOperation } from '../data-source.js';
import { ExecutionError, RequestErrors, toGraphQLError } from '../errors.js';
import type { RequiredFields } from '../planning/required-arguments.js';
import { type EntityTypes, type ResolvableKeys, sortEntityTypes } from '../planning/resolvable-keys.js';
import { type Cursor, entitiesAt, entityPaths } from './cursor.js';
import { DistinctRepresentations } from './distinct-representations.js';
import { type JsonObject, mergeInto } from './merge.js';
import { commonFields, compileRepresentation, type PickRepresentation } from './representations.js';
import { compileRewrites, type Rewrite } from './rewrites.js';
import type { PlanRun } from './run.js';
import { splitFetch } from './split-fetch.js';
import { translateError } from './subgraph-errors.js';

export interface PreparedFetch {
  execute(run: PlanRun, cursor: Cursor): Promise<void>;
}

/** What the fetches of all plans share. */
export interface FetchEnvironment {
  readonly supergraph: GraphQLSchema;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  /** Required fields that have other names in plans. */
  readonly requiredFields: RequiredFields | undefined;
  readonly resolvableKeys: ResolvableKeys;
  /** Interfaces that some subgraph knows as objects. */
  readonly interfaceNames: ReadonlySet<string>;
}

/**
 * Prepares one fetch of a plan: as several where fields of it require another one with different arguments. Throws when the plan asks for what
 * this executor cannot do.
 */
export function prepareFetches(node: FetchNode, environment: FetchEnvironment): PreparedFetch[] {
  if (node.contextRewrites?.length) throw new Error('Plans with @fromContext arguments are not supported');
  const { supergraph, requiredFields, interfaceNames } = environment;
  const { found, lost } = sortEntityTypes(node, environment);
  if (found.size === 0 && lost.size > 0) throw cannotFind(node.serviceName, [...lost]);
  return splitFetch(node, requiredFields).map(({ document, text, requires }) => {
    const parts: FetchParts = {
      subgraph: node.serviceName,
      dataSource: environment.dataSources.get(node.serviceName),
      operation: { document, text, operationName: node.operationName },
      variableNames: node.variableUsages ?? [],
      rewriteOutput: compileRewrites(supergraph, node.outputRewrites),
      interfaceNames,
    };
    if (requires === undefined) return new RootFetch(parts);
    return new EntityFetch(parts, { requires, inputRewrites: node.inputRewrites, supergraph, requiredFields, lost });
  });
}

function cannotFind(subgraph: string, types: readonly string[]): RequestErrors {
  const message = `The operation has no plan across subgraphs: "${subgraph}" cannot find entities of ${types.join(', ')} by any key that the others have.`;
  return new RequestErrors('unplanned', [new GraphQLError(message)]);
}

interface FetchParts {
  readonly subgraph: string;
  readonly dataSource: DataSource | undefined;
  readonly operation: SubgraphOperation;
  readonly variableNames: readonly string[];
  readonly rewriteOutput: Rewrite | undefined;
  readonly interfaceNames: ReadonlySet<string>;
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
    const { rewriteOutput, interfaceNames } = this.#parts;
    rewriteOutput?.(data);
    if (cursor.path.length === 0) mergeRoot(run, data, interfaceNames);
    else for (const target of targets) mergeInto(target, data, interfaceNames);
  }
}

/** The first root fetch's data becomes the merged data: nothing is copied. */
function mergeRoot(run: PlanRun, data: JsonObject, interfaceNames: ReadonlySet<string>): void {
  if (Object.keys(run.merged).length === 0) run.merged = data;
  else mergeInto(run.merged, data, interfaceNames);
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
      requiredFields,
      lost,
    }: Pick<FetchNode, 'inputRewrites'> &
      Pick<FetchEnvironment, 'supergraph' | 'requiredFields'> &
      Pick<EntityTypes, 'lost'> & { requires: readonly QueryPlanSelectionNode[] },
  ) {
    this.#parts = parts;
    const pick = compileRepresentation(supergraph, requires, requiredFields?.byPlanName);
    this.#pick = lost.size === 0 ? pick : (entity) => (lost.has(entity.__typename as string) ? null : pick(entity)); // A set has no other value.
    this.#fields = requiredFields === undefined ? commonFields(requires) : undefined;
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
    const { rewriteOutput, interfaceNames } = this.#parts;
    for (let index = 0; index < entities.length; index++) {
      const existing = entities[index];
      const entity = received[places[index] ?? nowhere];
      if (!entity || existing === undefined) continue;
      if (rewriteOutput !== undefined) {
        if (!entity.__typename) entity.__typename = existing.__typename;
        rewriteOutput(entity);
      }
      mergeInto(existing, entity, interfaceNames);
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
