/** Connections of one process by what they are for. */
export interface PoolShares {
  /** All reads and writes that have no share of their own. */
  readonly general: number;
  /** Short reads, one after the other without waiting (docs/decisions/0026). */
  readonly pipelined: number;
  /** Reads that may take long. */
  readonly reads: number;
  /** Counts over many rows. */
  readonly aggregates: number;
  /** Authentication, check-ins and health, where all general connections are busy. */
  readonly reserved: number;
}

/** A smaller pool is not divided: some work holds one connection and needs another. */
const minDividedPool = 6;

/** Divides a pool of `[database] pool_size` connections. */
export function sharesOf(poolSize: number): PoolShares {
  if (poolSize < minDividedPool) return { general: poolSize, pipelined: 0, reads: 0, aggregates: 0, reserved: 0 };
  const reads = Math.max(1, Math.floor(poolSize / 4));
  const few = Math.max(1, Math.floor(poolSize / 8));
  return { general: poolSize - 1 - reads - 2 * few, pipelined: 1, reads, aggregates: few, reserved: few };
}
