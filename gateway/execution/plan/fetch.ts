import type { FetchNode } from '@apollo/query-planner';
import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { DataSource, FetchResult } from '../data-source.js';
import { RequestErrors, toGraphQLError } from '../errors.js';
import type { FieldRequirements } from '../planning/field-requirements.js';
import type { RequiredFields } from '../planning/required-arguments.js';
import { type EntityTypes, type ResolvableKeys, type SentTypes, sortEntityTypes } from '../planning/resolvable-keys.js';
import { type Cursor, entitiesAt, entityPaths } from './cursor.js';
import { EntityFetch } from './entity-fetch.js';
import { type JsonObject, mergeInto } from './merge.js';
import type { NeededFields } from './needed-fields.js';
import { commonFields, compileRepresentation, type PickRepresentation } from './representations.js';
import { compilePathRewrites, compileRewrites, type Rewrite } from './rewrites.js';
import type { PlanRun } from './run.js';
import { splitByType, type TypedPart } from './split-by-type.js';
import { splitFetch } from './split-fetch.js';
import { type FetchParts, markIncomplete, type PreparedFetch, pickVariables, send } from './subgraph-call.js';
import { translateError } from './subgraph-errors.js';

/** Data that the fetches of all plans share. */
export interface FetchEnvironment {
  readonly supergraph: GraphQLSchema;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  /** Required fields that have different names in plans. */
  readonly requiredFields: RequiredFields | undefined;
  readonly resolvableKeys: ResolvableKeys;
  /** Names of the interfaces that at least one subgraph declares as `@interfaceObject`. */
  readonly interfaceNames: ReadonlySet<string>;
  /** Names of interface objects, by subgraph. */
  readonly interfaceObjects: ReadonlyMap<string, ReadonlySet<string>>;
  readonly requirements: FieldRequirements;
}

/** The position of a fetch in a plan, and the fields that are needed there. */
export interface FetchContext {
  readonly environment: FetchEnvironment;
  readonly needed: NeededFields;
  readonly path: readonly (string | number)[];
}

/** Prepares the first fetch of a subscription. The subgraph sends its results as events. */
export function prepareEvent(
  { serviceName, operation, operationName, variableUsages = [], outputRewrites }: FetchNode,
  environment: FetchEnvironment,
): { readonly parts: FetchParts; readonly fetch: PreparedFetch } {
  const { supergraph, dataSources, interfaceNames } = environment;
  const parts: FetchParts = {
    subgraph: serviceName,
    dataSource: dataSources.get(serviceName),
    operation: { document: parse(operation), text: operation, operationName },
    variableNames: variableUsages,
    rewriteOutput: compileRewrites(supergraph, outputRewrites),
    rewritePath: compilePathRewrites(outputRewrites),
    interfaceNames,
    isEvent: true,
  };
  return { parts, fetch: new RootFetch(parts) };
}

/**
 * Prepares a fetch of a plan. Returns several fetches if its fields require another field with different arguments, or
 * if its types need different fields.
 * @throws {Error} if the plan has an unsupported feature
 */
export function prepareFetches(node: FetchNode, { environment, needed, path }: FetchContext): PreparedFetch[] {
  if (node.contextRewrites?.length) throw new Error('Plans with @fromContext arguments are not supported');
  const { serviceName, inputRewrites } = node;
  const context = { ...environment, subgraph: serviceName, path, needed };
  const parts = splitFetch(node, environment.requiredFields)
    .flatMap((part) => splitByType(part, context))
    .map((part) => ({
      part,
      ...sortEntityTypes({ serviceName, inputRewrites, requires: part.requires }, environment, part),
    }));
  const unresolvable = parts.flatMap((part) => [...part.unresolvable]);
  if (unresolvable.length > 0 && parts.every(({ resolvable }) => resolvable.size === 0))
    throw entityNotFound(serviceName, unresolvable);
  return parts.map(({ part, unresolvable }) => prepareFetch({ node, part, environment, unresolvable }));
}

function prepareFetch({ node, part, environment, unresolvable }: PartOfFetch): PreparedFetch {
  const { supergraph, requiredFields, interfaceNames } = environment;
  const { document, text, requires, accepts, sentType } = part;
  const parts: FetchParts = {
    subgraph: node.serviceName,
    dataSource: environment.dataSources.get(node.serviceName),
    operation: { document, text, operationName: node.operationName },
    variableNames: node.variableUsages ?? [],
    rewriteOutput: compileRewrites(supergraph, node.outputRewrites),
    rewritePath: compilePathRewrites(node.outputRewrites),
    interfaceNames,
  };
  if (requires === undefined) return new RootFetch(parts);
  return new EntityFetch(parts, {
    pick: pickAccepted(compileRepresentation(supergraph, requires, requiredFields?.byPlanName), {
      accepts,
      unresolvable,
    }),
    fields: requiredFields === undefined ? commonFields(requires) : undefined,
    rewriteInput: sentType === undefined ? compileRewrites(supergraph, node.inputRewrites) : setType(sentType),
  });
}

/** Creates representations only of the objects that the subgraph can resolve and that a part of a fetch applies to. */
function pickAccepted(
  pick: PickRepresentation,
  { accepts, unresolvable }: Pick<SentTypes, 'accepts'> & Pick<EntityTypes, 'unresolvable'>,
): PickRepresentation {
  if (accepts === undefined && unresolvable.size === 0) return pick;
  return (entity) => {
    const type = entity.__typename as string; // The set contains only strings, so the cast is safe.
    return unresolvable.has(type) || accepts?.(type) === false ? null : pick(entity);
  };
}

interface PartOfFetch {
  readonly node: FetchNode;
  readonly part: TypedPart;
  readonly environment: FetchEnvironment;
  /** Types whose entities the subgraph cannot resolve. */
  readonly unresolvable: ReadonlySet<string>;
}

/** Creates a rewrite that sets the `__typename` of representations. */
function setType(name: string): Rewrite {
  return (representation) => {
    (representation as JsonObject).__typename = name; // `pick` returns objects.
  };
}

function entityNotFound(subgraph: string, types: readonly string[]): RequestErrors {
  const message = `The operation has no plan across subgraphs: "${subgraph}" cannot resolve entities of ${types.join(', ')} by any key that other subgraphs provide.`;
  return new RequestErrors('unplanned', [new GraphQLError(message)]);
}

/** Maximum number of objects at which an error of root fields below a list is reported. */
const maxErrorPaths = 100;

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
    if (errors?.length) this.#reportErrors({ run, cursor, errors });
    if (!data) {
      markIncomplete(run, cursor);
      return;
    }
    const { rewriteOutput, interfaceNames } = this.#parts;
    rewriteOutput?.(data);
    if (cursor.path.length === 0) mergeRoot(run, data, interfaceNames);
    else for (const target of targets) mergeInto(target, data, interfaceNames);
  }

  /** Reports an error with a path at each object of the cursor, because all of them receive the data of the fetch. */
  #reportErrors({ run, cursor, errors }: RootErrors): void {
    const { rewritePath, subgraph } = this.#parts;
    const count = Math.max(1, Math.floor(maxErrorPaths / errors.length));
    const objectPaths = entityPaths(run.root.data, cursor.path).slice(0, count);
    for (const error of errors) {
      const path = error.path && (rewritePath?.(error.path) ?? error.path);
      if (path === undefined) run.errors.push(translateError(error, subgraph, undefined));
      else for (const object of objectPaths) run.errors.push(translateError(error, subgraph, [...object, ...path]));
    }
  }
}

interface RootErrors {
  readonly run: PlanRun;
  readonly cursor: Cursor;
  readonly errors: NonNullable<FetchResult['errors']>;
}

/** Merges the data of a root fetch. The data of the first root fetch becomes the merged data without copying. */
function mergeRoot(run: PlanRun, data: JsonObject, interfaceNames: ReadonlySet<string>): void {
  if (Object.keys(run.root.data).length === 0) run.root.data = data;
  else mergeInto(run.root.data, data, interfaceNames);
}

/** Executes a fetch. Its errors are added to those of the run, and the rest of the plan continues. */
export async function executeFetch(fetch: PreparedFetch, run: PlanRun, cursor: Cursor): Promise<void> {
  try {
    await fetch.execute(run, cursor);
  } catch (error) {
    markIncomplete(run, cursor);
    run.errors.push(toGraphQLError(error));
  }
}
