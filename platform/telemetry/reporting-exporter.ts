import type { ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../log.js';

const reportMs = 60_000;
const succeeded = 0;

/** An exporter that logs failures, with the number of lost spans, at most once a minute. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #options: { readonly url: string; readonly log: Logger };
  #lost = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, options: { url: string; log: Logger }) {
    this.#exporter = exporter;
    this.#options = options;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code !== succeeded) this.#report(spans.length, result.error);
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  #report(lost: number, error: Error | undefined): void {
    this.#lost += lost;
    const now = performance.now();
    if (now - this.#reportedAt < reportMs) return;
    this.#reportedAt = now;
    const { url, log } = this.#options;
    log.warn({ url, lostSpans: this.#lost, reason: error?.message }, 'traces could not be exported');
    this.#lost = 0;
  }
}
