import { AsyncLocalStorage } from 'node:async_hooks';

/** As OpenTelemetry defines them. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** Values that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** Default: internal. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** One step of a trace. Nothing below a span that is not sampled is recorded. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  child(name: string, options?: SpanOptions): Span;
  rename(name: string): void;
  describe(attributes: Attributes): void;
  /** @param type a low-cardinality name of the error, such as its code; never its message, which may hold data */
  fail(type: string): void;
  end(): void;
  /** `traceparent` and `tracestate` (https://www.w3.org/TR/trace-context/) for a request on behalf of this span. */
  headers(): Readonly<Record<string, string>>;
}

/** Undefined until a process first traces something: without tracing, asynchronous contexts cost nothing. */
let storage: AsyncLocalStorage<Span> | undefined;

/** Returns the span in whose context this code runs; undefined where nothing is traced. */
export function currentSpan(): Span | undefined {
  return storage?.getStore();
}

/** Runs the function, and everything that it starts, in the context of the span. */
export function runInSpan<Result>(span: Span, run: () => Result): Result {
  storage ??= new AsyncLocalStorage();
  return storage.run(span, run);
}

/** Returns the trace headers of the current span; none where nothing is traced. */
export function traceHeaders(): Readonly<Record<string, string>> {
  return currentSpan()?.headers() ?? {};
}

/**
 * Runs the function in a child of the current span, which ends when the result is there. Without a sampled span it only runs it.
 * @param run the child is undefined where nothing is recorded
 */
export function traced<Result>(name: string, options: SpanOptions, run: (span?: Span) => Result): Result {
  const parent = currentSpan();
  return parent?.isSampled ? within(parent.child(name, options), run) : run();
}

/** Runs the function in the context of the span, and ends the span when the result is there. What is thrown fails it. */
export function within<Result>(span: Span, run: (span: Span) => Result): Result {
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

/** Returns the code of an error, or of the first that it stands for, or its class. Both are names that programmers chose. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, extensions, errors } = error as { code?: unknown; extensions?: { code?: unknown }; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errorTypeOf(errors[0]);
  const own = extensions?.code ?? code;
  return typeof own === 'string' && own !== '' ? own : error.name;
}
