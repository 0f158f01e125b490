import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hostname } from 'node:os';
import {
  type Attributes as ApiAttributes,
  type Span as ApiSpan,
  SpanKind as ApiSpanKind,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Configuration, NamedValue } from '../configuration/index.js';
import type { Logger } from '../log.js';
import { ownVersion } from '../version.js';
import { ReportingExporter } from './reporting-exporter.js';
import type { Attributes, Span, SpanKind, SpanOptions } from './span.js';
import { type SpanDescription, type Telemetry, tracesUrl } from './telemetry.js';
import { UnsampledSpan } from './unsampled-span.js';

/**
 * Limits of the queue of spans that wait for export. Additional spans are dropped, to bound memory if a collector is
 * slow or unavailable.
 */
const queue = { maxQueueSize: 4096, maxExportBatchSize: 512, scheduledDelayMillis: 2000 };
/** Timeout in milliseconds of one export with its retries. */
const exportMs = 4000;
/**
 * Timeout in milliseconds after which the span processor abandons the export of a batch, including the last batch when
 * the server stops.
 */
const flushMs = 4500;
const spanLimits = {
  attributeValueLengthLimit: 4096,
  attributeCountLimit: 32,
  eventCountLimit: 0,
  linkCountLimit: 0,
};

const kinds: Readonly<Record<SpanKind, ApiSpanKind>> = {
  server: ApiSpanKind.SERVER,
  client: ApiSpanKind.CLIENT,
  consumer: ApiSpanKind.CONSUMER,
  internal: ApiSpanKind.INTERNAL,
};
const propagator = new W3CTraceContextPropagator();

/**
 * Traces with the OpenTelemetry SDK, exported by OTLP over HTTP. This module is loaded only if traces are configured.
 */
export class OpenTelemetry implements Telemetry {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #sampleRatio: number;

  constructor({ configuration, log }: { configuration: Pick<Configuration, 'telemetry'>; log: Logger }) {
    const { otlpEndpoint, otlpHeaders, sampleRatio, serviceName, resourceAttributes } = configuration.telemetry;
    const url = tracesUrl(otlpEndpoint);
    const exporter = new OTLPTraceExporter({
      url,
      headers: valuesByName(otlpHeaders),
      timeoutMillis: exportMs,
    });
    const reporting = new ReportingExporter(exporter, { url, log });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': ownVersion,
        'service.instance.id': randomUUID(),
        'host.name': hostname(),
        'process.pid': process.pid,
        ...valuesByName(resourceAttributes),
      }),
      // Traces that are not sampled do not reach the SDK.
      sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
      spanLimits,
      spanProcessors: [new BatchSpanProcessor({ ...queue, exporter: reporting, exportTimeoutMillis: flushMs })],
    });
    this.#tracer = this.#provider.getTracer('rampart', ownVersion);
    this.#sampleRatio = sampleRatio;
  }

  beginRequest(headers: IncomingHttpHeaders, describe: () => SpanDescription): Span {
    const parent =
      headers.traceparent === undefined
        ? ROOT_CONTEXT
        : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    return parent === ROOT_CONTEXT ? this.#begin(describe) : new TracedSpan(this.#tracer, { ...describe(), parent });
  }

  beginTrace(name: string, options: SpanOptions = {}): Span {
    return this.#begin(() => ({ name, options }));
  }

  async stop(): Promise<void> {
    // Failed exports were already reported.
    await this.#provider.shutdown().catch(() => undefined);
  }

  #begin(describe: () => SpanDescription): Span {
    if (Math.random() >= this.#sampleRatio) return new UnsampledSpan();
    return new TracedSpan(this.#tracer, { ...describe(), parent: ROOT_CONTEXT });
  }
}

class TracedSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly #tracer: Tracer;
  readonly #span: ApiSpan;
  readonly #context: Context;

  constructor(tracer: Tracer, { name, options = {}, parent }: SpanDescription & { readonly parent: Context }) {
    const { kind = 'internal', attributes = {} } = options;
    this.#tracer = tracer;
    // The SDK omits undefined attributes.
    this.#span = tracer.startSpan(name, { kind: kinds[kind], attributes: attributes as ApiAttributes }, parent);
    this.#context = trace.setSpan(parent, this.#span);
    const { traceId, spanId } = this.#span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.isSampled = this.#span.isRecording();
  }

  child(name: string, options: SpanOptions = {}): Span {
    return new TracedSpan(this.#tracer, { name, options, parent: this.#context });
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  describe(attributes: Attributes): void {
    this.#span.setAttributes(attributes as ApiAttributes);
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type.slice(0, maxErrorTypeCharacters));
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }

  headers(): Readonly<Record<string, string>> {
    const carrier: Record<string, string> = {};
    propagator.inject(this.#context, carrier, defaultTextMapSetter);
    return carrier;
  }
}

const maxErrorTypeCharacters = 100;

function valuesByName(values: readonly NamedValue[]): Record<string, string> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}
