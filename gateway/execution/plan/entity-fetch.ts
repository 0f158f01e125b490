import type { FetchResult } from '../data-source.js';
import { ExecutionError } from '../errors.js';
import { type Cursor, entitiesAt, entityPaths } from './cursor.js';
import { DistinctRepresentations } from './distinct-representations.js';
import { type JsonObject, mergeInto } from './merge.js';
import type { PickRepresentation } from './representations.js';
import type { Rewrite } from './rewrites.js';
import type { PlanRun } from './run.js';
import { type FetchParts, markIncomplete, type PreparedFetch, pickVariables, send } from './subgraph-call.js';
import { translateError } from './subgraph-errors.js';

/** The functions that create the representations of a fetch. */
export interface RepresentationParts {
  readonly pick: PickRepresentation;
  /** Names of the fields that all representations have; undefined if the fields differ. */
  readonly fields: readonly string[] | undefined;
  readonly rewriteInput: Rewrite | undefined;
}

/** Fetches additional fields of entities by their representations. */
export class EntityFetch implements PreparedFetch {
  readonly #parts: FetchParts;
  readonly #input: RepresentationParts;

  constructor(parts: FetchParts, input: RepresentationParts) {
    this.#parts = parts;
    this.#input = input;
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
    if (!data) {
      markIncomplete(run, cursor);
      return;
    }
    const received = data._entities;
    const { length } = batch.representations;
    if (!Array.isArray(received)) throw invalidResponse(this.#parts, '"data._entities" is not a list');
    if (received.length !== length)
      throw invalidResponse(this.#parts, `"data._entities" must have ${length} elements, but has ${received.length}`);
    this.#merge({ run, entities, batch, received, errors });
  }

  /** Creates one representation per distinct entity. */
  #collect(entities: readonly JsonObject[]): Batch {
    const indexes: number[] = [];
    const { pick, fields, rewriteInput } = this.#input;
    // Rewrites depend on single entities, so each has its own representation.
    if (rewriteInput !== undefined || this.#parts.rewriteOutput !== undefined) {
      const representations: JsonObject[] = [];
      for (const entity of entities) {
        const representation = pick(entity);
        if (representation !== null) rewriteInput?.(representation);
        indexes.push(representation === null ? noIndex : representations.push(representation) - 1);
      }
      return { representations, indexes };
    }
    const distinctRepresentations = new DistinctRepresentations(fields);
    for (const entity of entities) {
      const representation = pick(entity);
      indexes.push(representation === null ? noIndex : distinctRepresentations.add(representation));
    }
    return { representations: distinctRepresentations.representations, indexes };
  }

  #merge({ run, entities, batch: { indexes }, received, errors }: ReceivedEntities): void {
    const { rewriteOutput, interfaceNames } = this.#parts;
    const failed = errors && new FailedIndexes(errors);
    for (let index = 0; index < entities.length; index++) {
      const existing = entities[index];
      const responseIndex = indexes[index] ?? noIndex;
      const entity = received[responseIndex];
      if (existing === undefined) continue;
      if (!entity) {
        if (responseIndex !== noIndex) run.incomplete.set(existing, failed?.has(responseIndex) ? 'failed' : 'unknown');
        continue;
      }
      if (rewriteOutput !== undefined) {
        if (!entity.__typename) entity.__typename = existing.__typename;
        rewriteOutput(entity);
      }
      mergeInto(existing, entity, interfaceNames);
    }
  }

  #reportErrors({ run, cursor, batch, errors }: ErrorReport): void {
    const paths = entityPaths(run.root.data, cursor.path);
    const targetsOf = Map.groupBy(batch.indexes.keys(), (target) => batch.indexes[target]);
    for (const error of errors) {
      const index = error.path?.[1];
      const received = error.path?.slice(2) ?? [];
      const pathInEntity = this.#parts.rewritePath?.(received) ?? received;
      const targets = typeof index !== 'number' || index === noIndex ? undefined : targetsOf.get(index);
      // The subgraph names no entity, or one that was not requested, so the path in the operation is unknown.
      if (targets === undefined) run.errors.push(translateError(error, this.#parts.subgraph, undefined));
      for (const target of targets ?? []) {
        run.errors.push(translateError(error, this.#parts.subgraph, [...(paths[target] ?? []), ...pathInEntity]));
      }
    }
  }
}

/** Index for an entity without a representation, because a field that the representation requires is missing. */
const noIndex = -1;

interface Batch {
  readonly representations: JsonObject[];
  /** The index of each entity's representation, or `noIndex`. */
  readonly indexes: readonly number[];
}

interface ReceivedEntities {
  readonly run: PlanRun;
  readonly entities: readonly JsonObject[];
  readonly batch: Batch;
  readonly received: readonly (JsonObject | null)[];
  readonly errors: FetchResult['errors'];
}

/** The indexes of the entities whose absence an error explains; an error without an index explains all. */
class FailedIndexes {
  readonly #indexes: ReadonlySet<unknown>;
  readonly #hasAll: boolean;

  constructor(errors: NonNullable<FetchResult['errors']>) {
    this.#indexes = new Set(errors.map(({ path }) => path?.[1]));
    this.#hasAll = errors.some(({ path }) => typeof path?.[1] !== 'number');
  }

  has(index: number): boolean {
    return this.#hasAll || this.#indexes.has(index);
  }
}

interface ErrorReport {
  readonly run: PlanRun;
  readonly cursor: Cursor;
  readonly batch: Batch;
  readonly errors: NonNullable<FetchResult['errors']>;
}

/**
 * The error for an invalid response of a subgraph. It names an external subgraph; for an internal subgraph, it is an
 * internal error.
 */
function invalidResponse({ subgraph, dataSource }: FetchParts, problem: string): Error {
  const cause = new Error(`subgraph "${subgraph}": ${problem}`);
  if (dataSource?.isTrusted) return cause;
  return new ExecutionError(
    `Subgraph "${subgraph}" did not return a valid subgraph response`,
    { code: 'UPSTREAM_FAILED', subgraph },
    { cause },
  );
}
