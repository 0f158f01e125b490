import { randomBytes } from 'node:crypto';
import type { Span } from './span.js';

/**
 * The root span of a trace that is not sampled. Its ids are used only in log lines and requests to subgraphs, which few
 * requests cause, so they are generated on first use.
 */
export class UnsampledSpan implements Span {
  readonly isSampled = false;
  #ids: string | undefined;

  get traceId(): string {
    return this.#createIds().slice(0, 32);
  }

  get spanId(): string {
    return this.#createIds().slice(32);
  }

  child(): Span {
    return this;
  }

  rename(): void {}

  describe(): void {}

  fail(): void {}

  end(): void {}

  headers(): Readonly<Record<string, string>> {
    return { traceparent: `00-${this.traceId}-${this.spanId}-00` };
  }

  #createIds(): string {
    this.#ids ??= randomBytes(24).toString('hex');
    return this.#ids;
  }
}
