/** Maximum growth of memory after the warm-up. */
const maxGrowthMiB = 256;
/** Minimum time between two checks. */
const pauseMs = 20_000;
/** Number of checks whose maximum is the memory after the warm-up. */
const warmUpChecks = 6;

/** Memory in use in MiB: objects and buffers. */
export function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}

/** Detects memory leaks. */
export class MemoryWatch {
  #checkedAt = performance.now();
  readonly #warmUp: number[] = [];

  /**
   * Checks the memory, at most every 20 seconds.
   * @returns the problem; undefined if there is none, or no check is due
   */
  check(): string | undefined {
    if (performance.now() - this.#checkedAt < pauseMs) return undefined;
    this.#checkedAt = performance.now();
    globalThis.gc?.();
    const usedMiB = memoryInUse();
    if (this.#warmUp.length < warmUpChecks) {
      this.#warmUp.push(usedMiB);
      return undefined;
    }
    const settled = Math.max(...this.#warmUp);
    if (usedMiB <= settled + maxGrowthMiB) return undefined;
    return `memory grows: ${usedMiB} MiB in use after garbage collection, and at most ${settled} MiB at the beginning`;
  }
}
