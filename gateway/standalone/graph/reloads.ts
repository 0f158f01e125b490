import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, type Metric } from 'prom-client';
import type { Logger } from '../../../platform/log.js';
import { messageOf } from '../../../platform/message-of.js';
import type { SupergraphSource } from '../sources/supergraph-source.js';
import type { CurrentGraph } from './current-graph.js';
import { type Generation, hashOf } from './generation.js';

/** The outcome of a reload. `rejected`: the supergraph cannot be served. `unavailable`: it could not be read. */
export type ReloadOutcome = 'replaced' | 'unchanged' | 'rejected' | 'unavailable';

export interface ReloadsOptions {
  readonly source: SupergraphSource;
  readonly current: CurrentGraph;
  readonly log: Logger;
  build(supergraphSdl: string): Promise<Generation>;
}

const maxPauseMs = 300_000;
/** Maximum random variation of the interval, as a ratio, so replicas do not poll simultaneously. */
const jitter = 0.1;

/**
 * Keeps the served graph up to date with its source. If a new supergraph cannot be served, reports the error and
 * retains the current graph.
 */
export class Reloads {
  readonly metrics: readonly Metric[];
  readonly #options: ReloadsOptions;
  readonly #stop = new AbortController();
  readonly #counter: Counter<'outcome'>;
  #reloadedAt = Date.now() / 1000;
  #consecutiveFailures = 0;
  /** Hash of the last rejected SDL, which is reported only once. */
  #rejected: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ReloadsOptions) {
    this.#options = options;
    this.#counter = new Counter({
      name: 'rampart_supergraph_reloads_total',
      help: 'Number of reads of the supergraph, by outcome: replaced (a new one is served); unchanged (the same as the one in use or the last rejected one); rejected (cannot be served); unavailable (cannot be read).',
      labelNames: ['outcome'],
      registers: [],
    });
    for (const outcome of ['replaced', 'unchanged', 'rejected', 'unavailable']) this.#counter.inc({ outcome }, 0);
    this.metrics = [this.#counter, ...this.#gauges()];
  }

  /** Polls the source until `close` is called. */
  start(): void {
    if (this.#options.source.pollMs !== undefined) void this.#poll(this.#options.source.pollMs);
  }

  /** Reads the source now or, if a reload is in progress, after it. */
  reload(options: { readonly isForced: boolean } = { isForced: true }): Promise<ReloadOutcome> {
    const outcome = this.#last.then(() => this.#reload(options));
    this.#last = outcome;
    return outcome;
  }

  close(): void {
    this.#stop.abort();
  }

  async #poll(milliseconds: number): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const backoff = Math.min(maxPauseMs, milliseconds * 2 ** Math.min(this.#consecutiveFailures, 20));
      const spread = 1 + jitter * (2 * Math.random() - 1);
      await pause(Math.max(milliseconds, backoff) * spread, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.reload({ isForced: false });
    }
  }

  async #reload({ isForced }: { isForced: boolean }): Promise<ReloadOutcome> {
    const outcome = await this.#attempt(isForced);
    this.#counter.inc({ outcome });
    return outcome;
  }

  async #attempt(isForced: boolean): Promise<ReloadOutcome> {
    const { source, current, log } = this.#options;
    let supergraphSdl: string | undefined;
    try {
      supergraphSdl = await source.read({ isForced, signal: this.#stop.signal });
      this.#consecutiveFailures = 0;
    } catch (error) {
      if (this.#stop.signal.aborted) return 'unavailable';
      // The start of an outage is logged; metrics count additional failures.
      if (this.#consecutiveFailures++ === 0 || isForced) {
        log.warn(
          { source: source.name, reason: messageOf(error) },
          'the supergraph cannot be read: the previous one remains in use',
        );
      }
      return 'unavailable';
    }
    if (supergraphSdl === undefined) return 'unchanged';
    const hash = hashOf(supergraphSdl);
    if (hash === current.hash) this.#rejected = undefined;
    if (hash === current.hash || (hash === this.#rejected && !isForced)) return 'unchanged';
    return await this.#replace(supergraphSdl, hash);
  }

  async #replace(supergraphSdl: string, hash: string): Promise<ReloadOutcome> {
    const { source, current, log, build } = this.#options;
    const began = performance.now();
    try {
      const next = await build(supergraphSdl);
      if (this.#stop.signal.aborted) return await next.close().then(() => 'unchanged');
      await current.replace(next);
    } catch (error) {
      this.#rejected = hash;
      log.error(
        { source: source.name, hash, reason: messageOf(error) },
        'the new supergraph cannot be served: the previous one remains in use',
      );
      return 'rejected';
    }
    this.#rejected = undefined;
    this.#reloadedAt = Date.now() / 1000;
    log.info({ source: source.name, hash, ms: Math.round(performance.now() - began) }, 'a new supergraph is served');
    return 'replaced';
  }

  #gauges(): Metric[] {
    const { current } = this.#options;
    const reloadedAt = () => this.#reloadedAt;
    return [
      new Gauge({
        name: 'rampart_supergraph_info',
        help: '1 for the supergraph in use, by the SHA-256 of its SDL.',
        labelNames: ['hash'],
        aggregator: 'max',
        registers: [],
        collect() {
          this.reset();
          this.set({ hash: current.hash }, 1);
        },
      }),
      new Gauge({
        name: 'rampart_supergraph_last_replaced_timestamp_seconds',
        help: 'Time at which the supergraph in use was loaded, in Unix epoch seconds.',
        // If there are several workers, the time at which the first of them loaded it.
        aggregator: 'min',
        registers: [],
        collect() {
          this.set(reloadedAt());
        },
      }),
    ];
  }
}
