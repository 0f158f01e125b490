import type { GraphQLError } from 'graphql';
import { childOf } from './delivered-data.js';

type Path = readonly (string | number)[];

interface PooledError {
  readonly error: GraphQLError;
  /** The deferred fetch that reported the error; undefined for any other error. */
  readonly source: object | undefined;
  isReported: boolean;
}

/**
 * The errors of an operation, which are distributed to the parts of its response: each part contains the errors that
 * explain its nulls.
 */
export class ErrorPool {
  readonly #errors: PooledError[] = [];

  get isEmpty(): boolean {
    return this.#errors.length === 0;
  }

  /** Whether the path of any error leads outside the data of the initial result. */
  hasErrorsOutside(data: unknown): boolean {
    return this.#errors.some(({ error: { path } }) => path !== undefined && !explains(path, data));
  }

  /** @param source the deferred fetch that reported the errors; undefined for any other errors */
  add(errors: readonly GraphQLError[], source?: object): void {
    for (const error of errors) this.#errors.push({ error, source, isReported: false });
  }

  /** Returns the errors of the initial result: those on paths within its data, and those without a path. */
  takeInitial(data: unknown): GraphQLError[] {
    return this.#take(({ error: { path } }) => path === undefined || explains(path, data));
  }

  /**
   * Returns the errors of a part: those on paths within its data; all errors of its own fetches below its object,
   * because a failed field can make other fields of the same fetch fail; and the errors of its fetches that have no
   * path, unless another part has reported them.
   * @param part.data null for a failed part, which receives all errors below its path
   */
  takePart(part: {
    readonly path: Path;
    readonly data: unknown;
    readonly fetches: ReadonlySet<object>;
  }): GraphQLError[] {
    return this.#take(({ error, source, isReported }) => {
      if (source !== undefined && !part.fetches.has(source)) return false;
      if (error.path === undefined) return !isReported;
      const isBelow = part.path.every((step, index) => error.path?.[index] === step);
      return isBelow && (source !== undefined || explains(error.path.slice(part.path.length), part.data));
    });
  }

  /** Returns the errors that no part has reported. */
  remaining(): GraphQLError[] {
    return this.#take(({ isReported }) => !isReported);
  }

  #take(belongs: (error: PooledError) => boolean): GraphQLError[] {
    const belonging = this.#errors.filter(belongs);
    for (const pooled of belonging) pooled.isReported = true;
    return belonging.map(({ error }) => error);
  }
}

/** Whether a path leads to an existing value, or through a null, in the data. */
function explains(path: Path, data: unknown): boolean {
  let value = data;
  for (const step of path) {
    if (value === null) return true;
    value = childOf(value, step);
  }
  return value !== undefined;
}
