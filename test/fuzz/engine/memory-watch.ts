/** Maximum growth of memory in MiB after the warm-up. */
const maxGrowth = 256;
const pauseMs = 20_000;
const looksToSettle = 6;

/** Memory in use in MiB: objects and buffers. */
export function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}

/** Detects memory leaks. */
export class MemoryWatch {
  #lookedAt = performance.now();
  readonly #settling: number[] = [];

  /**
   * Checks the memory.
   * @returns the problem, once per run; otherwise undefined
   */
  look(): string | undefined {
    if (performance.now() - this.#lookedAt < pauseMs) return undefined;
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
