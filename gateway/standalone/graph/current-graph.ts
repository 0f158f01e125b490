import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { ReadyOperation } from '../../documents/index.js';
import type { PublishedGraph } from '../../graph.js';
import type { Generation } from './generation.js';

/**
 * Maximum number of operations that are prepared on a new graph before it serves, and maximum time in milliseconds for
 * preparing them. Other operations are prepared when they are requested.
 */
const maxWarmOperations = 500;
const maxWarmMs = 5_000;

/** Holds the graph that is currently served. A request runs on the graph with which it started. */
export class CurrentGraph {
  /** The schema of the current graph at the time when it is read. */
  readonly graph: Pick<PublishedGraph, 'apiSchema' | 'supergraphSdl'>;
  #generation: Generation;
  #hitsBefore = 0;
  #missesBefore = 0;

  constructor(first: Generation) {
    this.#generation = first;
    const generation = () => this.#generation;
    this.graph = {
      get apiSchema() {
        return generation().graph.apiSchema;
      },
      get supergraphSdl() {
        return generation().graph.supergraphSdl;
      },
    };
  }

  get hash(): string {
    return this.#generation.hash;
  }

  get authorizes(): boolean {
    return this.#generation.authorizes;
  }

  get size(): number {
    return this.#generation.documents.size;
  }

  get hits(): number {
    return this.#hitsBefore + this.#generation.documents.hits;
  }

  get misses(): number {
    return this.#missesBefore + this.#generation.documents.misses;
  }

  operation(text: string, name: string | undefined): ReadyOperation {
    return this.#generation.operation(text, name);
  }

  /** Prepares the recently used operations on a new graph, then serves the new graph. */
  async replace(next: Generation): Promise<void> {
    const last = this.#generation;
    const preparation = prepareRecent(next, last);
    await Promise.race([preparation, pause(maxWarmMs, undefined, { ref: false })]);
    this.#hitsBefore += last.documents.hits;
    this.#missesBefore += last.documents.misses;
    next.documents.hits = 0;
    next.documents.misses = 0;
    this.#generation = next;
    last.retire();
  }

  async close(): Promise<void> {
    await this.#generation.close();
  }
}

/** Prepares operations on a new graph, with the variants that were planned on the last one. */
async function prepareRecent(next: Generation, last: Generation): Promise<void> {
  const until = performance.now() + maxWarmMs;
  let remainingOperations = maxWarmOperations;
  for (const [text, operations] of last.documents.recent()) {
    for (const [name, { prepared }] of operations) {
      if (remainingOperations-- === 0 || performance.now() > until) return;
      try {
        const operation = next.operation(text, name);
        const variants = await prepared.plannedVariants?.();
        if (variants !== undefined) await operation.prepared.planVariants?.(variants);
      } catch {
        // The operation is invalid in the new graph; the next request for it receives the error.
      }
      await setImmediate();
    }
  }
}
