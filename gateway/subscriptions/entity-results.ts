import type { ExecutionResult } from 'graphql';
import type { Caller } from '../../platform/caller.js';
import { StatementQueue } from '../../platform/database/statement-queue.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { timeoutAfter } from '../../platform/timeout-after.js';
import { type ReadyOperation, RequestFailure, type SubscriptionQuery } from '../documents/index.js';
import { isUnavailable, type MaskedError, maskErrors } from '../errors/index.js';

/** The result of a subscription for one entity. */
export interface EntityResult {
  readonly errors?: readonly MaskedError[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** A prepared subscription to the server's own events. */
export interface SubscriptionOperation extends ReadyOperation {
  readonly subscription: SubscriptionQuery;
}

/** A request for the entities of events: the caller, and the subscription that selects fields. */
export interface EntityRequest {
  readonly operation: SubscriptionOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly sourceAddress: string;
  readonly requestId: string;
  /** Aborts when no subscription needs the entities any more; absent for a request that cannot be aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the errors of an execution. */
  onErrors?(errors: readonly MaskedError[]): void;
}

/** Maximum number of concurrent executions, so subscriptions leave database connections for requests. */
const concurrentExecutions = 4;
const maxEntities = 200;
/** Maximum number of executions for the same entity until one is in time. Each has half as many entities. */
const maxExecutions = 3;

type Results = readonly (readonly [string, EntityResult])[];

/** Reads the entities of events with the query of a subscription, many entities per execution. */
export class EntityReader {
  readonly #options: { readonly timeoutSeconds: number; readonly maxCost: number; readonly log: Logger };
  readonly #queue = new StatementQueue(concurrentExecutions);

  /** @param options.maxCost maximum cost of one execution; a more expensive entity is read alone */
  constructor(options: { readonly timeoutSeconds: number; readonly maxCost: number; readonly log: Logger }) {
    this.#options = options;
  }

  /**
   * Executes the query without entities, to check the request.
   * @throws {RequestFailure} for invalid variables, and for other errors of the fields
   */
  async check(request: EntityRequest): Promise<void> {
    const { errors = [] } = await this.#execute(request, []);
    if (errors.length > 0) throw new RequestFailure(errors);
  }

  /**
   * The results of entities by their ids. An entity that the query returns as null, without an error, has no result.
   * @throws {DomainError} STORE_UNAVAILABLE, SERVICE_UNAVAILABLE if the entities can be read later; TIMEOUT if they
   * could not be read in time
   */
  async read(request: EntityRequest, ids: readonly string[]): Promise<ReadonlyMap<string, EntityResult>> {
    const results = new Map<string, EntityResult>();
    const size = Math.min(maxEntities, Math.max(1, Math.floor(this.#options.maxCost / this.#costOf(request))));
    for (let start = 0; start < ids.length; start += size) {
      for (const [id, entity] of await this.#readBatch(request, ids.slice(start, start + size)))
        results.set(id, entity);
    }
    return results;
  }

  /** Reads entities with one execution; after a timeout, with several executions of smaller parts. */
  async #readBatch(request: EntityRequest, ids: readonly string[], execution = 1): Promise<Results> {
    try {
      return this.#split(request, ids, await this.#execute(request, ids));
    } catch (error) {
      const isTimeout = error instanceof DomainError && error.code === 'TIMEOUT';
      if (!isTimeout || execution === maxExecutions || ids.length === 1) throw error;
      const half = Math.ceil(ids.length / 2);
      const results: (readonly [string, EntityResult])[] = [];
      for (let start = 0; start < ids.length; start += half)
        results.push(...(await this.#readBatch(request, ids.slice(start, start + half), execution + 1)));
      return results;
    }
  }

  #costOf({ operation, variables }: EntityRequest): number {
    return Math.max(1, operation.cost(variables));
  }

  /** Executes the query when it is the turn of the caller. @throws the reason of the signal after it has aborted */
  async #execute(request: EntityRequest, ids: readonly string[]): Promise<ExecutionResult> {
    const { caller, sourceAddress, requestId, operation } = request;
    const variables = { ...request.variables, [operation.subscription.idsVariable]: ids };
    const result = await this.#queue.run(() => {
      const timeout = timeoutAfter(this.#options.timeoutSeconds);
      const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
      const startedAt = performance.now();
      const context = { caller, sourceAddress, requestId, signal, startedAt, via: 'graphql' } as const;
      return operation.prepared.execute({ variables, context });
    }, request);
    request.signal?.throwIfAborted();
    return result;
  }

  #split(request: EntityRequest, ids: readonly string[], { data, errors = [] }: ExecutionResult): Results {
    const { responseName } = request.operation.subscription;
    const { log } = this.#options;
    const maskedErrors = errors.length === 0 ? [] : maskErrors(errors, { log, requestId: request.requestId });
    if (maskedErrors.length > 0) request.onErrors?.(maskedErrors);
    const entities = data?.[responseName];
    if (!Array.isArray(entities)) {
      // Conditions may exclude the root field.
      if (maskedErrors.length === 0) return [];
      throwIfTemporary(maskedErrors);
      throwIfTimeout(maskedErrors);
      const located = maskedErrors.map((error) => ({ ...error, path: [responseName] }));
      return ids.map((id) => [id, { errors: located, data: { [responseName]: null } }] as const);
    }
    // An error without an index concerns all entities: a fetch of their fields has failed as a whole.
    const errorsOf = Map.groupBy(maskedErrors, ({ path }) => (typeof path?.[1] === 'number' ? path[1] : undefined));
    const commonErrors = errorsOf.get(undefined) ?? [];
    throwIfTemporary(commonErrors);
    return ids.flatMap((id, index) => {
      const entity: unknown = entities[index] ?? null;
      // Without an error of its own, the object does not match the filter.
      if (entity === null && !errorsOf.has(index)) return [];
      const entityErrors = [...(errorsOf.get(index) ?? []), ...commonErrors].map((error) =>
        withinEntity(error, responseName),
      );
      return [
        [id, { ...(entityErrors.length > 0 && { errors: entityErrors }), data: { [responseName]: entity } }] as const,
      ];
    });
  }
}

/** The error with its path in the response for one entity, which contains no list of entities. */
function withinEntity(error: MaskedError, responseName: string): MaskedError {
  const { path } = error;
  return path === undefined ? error : { ...error, path: [responseName, ...path.slice(2)] };
}

/** Throws temporary failures. They are retried, so no event is lost. */
function throwIfTemporary(errors: readonly MaskedError[]): void {
  for (const { message, extensions } of errors) {
    const { code } = extensions;
    if (isUnavailable(code)) throw new DomainError(code, message);
  }
}

/** Throws if the list of entities could not be read in time: a client would otherwise not know what has changed. */
function throwIfTimeout(errors: readonly MaskedError[]): void {
  if (errors.every(({ extensions }) => extensions.code !== 'TIMEOUT')) return;
  throw new DomainError(
    'TIMEOUT',
    'Reading the changed objects timed out. Subscribe again with the last position; if this happens again, select fewer fields.',
  );
}
