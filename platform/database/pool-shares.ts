/** Number of connections of one process for each purpose. */
export interface PoolShares {
  /** For reads and writes without a separate share. */
  readonly general: number;
  /** For short pipelined reads (docs/decisions/0026). */
  readonly pipelined: number;
  /** For reads that may take a long time. */
  readonly reads: number;
  /** For aggregates over many rows. */
  readonly aggregates: number;
  /** For authentication, check-ins, health checks and metrics while all general connections are busy. */
  readonly reserved: number;
}

/**
 * Minimum number of connections of a pool that is divided. A smaller pool is not divided, because some work uses one
 * connection while it waits for another.
 */
const minDividedPool = 6;

/** Divides a pool of `[database] pool_size` connections. */
export function sharesOf(poolSize: number): PoolShares {
  if (poolSize < minDividedPool) return { general: poolSize, pipelined: 0, reads: 0, aggregates: 0, reserved: 0 };
  const reads = Math.max(1, Math.floor(poolSize / 4));
  const eighth = Math.max(1, Math.floor(poolSize / 8));
  return { general: poolSize - 1 - reads - 2 * eighth, pipelined: 1, reads, aggregates: eighth, reserved: eighth };
}
