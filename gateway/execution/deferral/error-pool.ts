import type { GraphQLError } from 'graphql';
import { childOf } from './delivered-data.js';

type Path = readonly (string | number)[];

interface PooledError {
  readonly error: GraphQLError;
  /** The fetch that reported it; undefined for those of the first part. */
  readonly source: object | undefined;
  isReported: boolean;
}

/** The errors of an operation, distributed to the parts of its response: each part has those that explain its nulls. */
export class ErrorPool {
  readonly #errors: PooledError[] = [];

  get isEmpty(): boolean {
    return this.#errors.length === 0;
  }

  /** Whether an error is about something that the data of the first part does not contain. */
  hasErrorsOutside(data: unknown): boolean {
    return this.#errors.some(({ error: { path } }) => path !== undefined && !explains(path, data));
  }

  /** @param source the fetch that reported them; undefined for those of the first part */
  add(errors: readonly GraphQLError[], source?: object): void {
    for (const error of errors) this.#errors.push({ error, source, isReported: false });
  }

  /** The errors of the first part: those about its data, and those without a path. */
  takeInitial(data: unknown): GraphQLError[] {
    return this.#take(({ error: { path } }) => path === undefined || explains(path, data));
  }

  /**
   * The errors of a part: those about its data, all errors of its own fetches below its object, because a failed field
   * can make other fields of its fetch fail, and errors of its fetches without a path, unless another part had them.
   * @param data null for a part that failed; then its errors are all those below the path
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

  /** Errors that are in no part. */
  rest(): GraphQLError[] {
    return this.#take(({ isReported }) => !isReported);
  }

  #take(belongs: (error: PooledError) => boolean): GraphQLError[] {
    const taken = this.#errors.filter(belongs);
    for (const pooled of taken) pooled.isReported = true;
    return taken.map(({ error }) => error);
  }
}

/** Whether an error at a path is about the data: it leads to a null, or to a value that is there. */
function explains(path: Path, data: unknown): boolean {
  let value = data;
  for (const step of path) {
    if (value === null) return true;
    value = childOf(value, step);
  }
  return value !== undefined;
}
