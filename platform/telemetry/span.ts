import { AsyncLocalStorage } from 'node:async_hooks';

/** Kinds of spans, named as in OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** Attributes of a span; undefined values are omitted. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** Kind of the span; default: internal. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** One step of a trace. If a span is not sampled, nothing below it is recorded. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  child(name: string, options?: SpanOptions): Span;
  rename(name: string): void;
  describe(attributes: Attributes): void;
  /**
   * @param type a low-cardinality name of the error, such as its code, but not the message, which may contain user data
   */
  fail(type: string): void;
  end(): void;
  /**
   * Headers `traceparent` and `tracestate` (https://www.w3.org/TR/trace-context/) for an outgoing request in this span.
   */
  headers(): Readonly<Record<string, string>>;
}

/**
 * Stores the span of each asynchronous context. Undefined until the process traces something, because tracking contexts
 * has a cost.
 */
let storage: AsyncLocalStorage<Span | undefined> | undefined;

/** Returns the span of the current asynchronous context; undefined outside of spans. */
export function currentSpan(): Span | undefined {
  return storage?.getStore();
}

/** Runs the function, and everything that it starts, in the context of the span. */
export function runInSpan<Result>(span: Span, run: () => Result): Result {
  storage ??= new AsyncLocalStorage();
  return storage.run(span, run);
}

/** Runs work that several requests share outside of their spans, so it is not part of any trace. */
export function runOutsideSpans<Result>(run: () => Result): Result {
  return storage === undefined ? run() : storage.run(undefined, run);
}

/**
 * Runs the function in a child of the current span, which ends when the function completes. If the current span is not
 * sampled, only runs the function.
 * @param run receives the child span; undefined if it is not recorded
 */
export function traced<Result>(name: string, options: SpanOptions, run: (span?: Span) => Result): Result {
  const parent = currentSpan();
  return parent?.isSampled ? runAndEndSpan(parent.child(name, options), run) : run();
}

/**
 * Runs the function in the context of the span, and ends the span when the function completes. If the function fails,
 * the span is marked as failed.
 */
export function runAndEndSpan<Result>(span: Span, run: (span: Span) => Result): Result {
  const fail = (error: unknown): never => {
    span.fail(errorTypeOf(error));
    span.end();
    throw error;
  };
  let result: Result;
  try {
    result = runInSpan(span, () => run(span));
  } catch (error) {
    return fail(error);
  }
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  const ended = result.then((value: unknown) => {
    span.end();
    return value;
  }, fail);
  return ended as Result; // A promise of the same value.
}

/** Returns the code of an error or of its first cause, otherwise its class name. Both are low-cardinality. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, extensions, errors } = error as { code?: unknown; extensions?: { code?: unknown }; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errorTypeOf(errors[0]);
  const errorCode = extensions?.code ?? code;
  return typeof errorCode === 'string' && errorCode !== '' ? errorCode : error.name;
}
