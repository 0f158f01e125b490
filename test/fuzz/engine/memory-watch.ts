/** Memory may grow by this much after it has settled. */
const maxGrowth = 256;
const pauseMilliseconds = 20_000;
const looksToSettle = 6;

/** MiB in use: objects and buffers. */
export function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}

/** Looks now and then whether memory grows without end. */
export class MemoryWatch {
  #lookedAt = performance.now();
  readonly #settling: number[] = [];

  /** @returns what is wrong, once for each run */
  look(): string | undefined {
    if (performance.now() - this.#lookedAt < pauseMilliseconds) return undefined;
    this.#lookedAt = performance.now();
    globalThis.gc?.();
    const used = memoryInUse();
    if (this.#settling.length < looksToSettle) {
      this.#settling.push(used);
      return undefined;
    }
    const settled = Math.max(...this.#settling);
    if (used <= settled + maxGrowth) return undefined;
    return `memory grows: ${used} MiB in use after garbage collection, and at most ${settled} MiB at the beginning`;
  }
}
