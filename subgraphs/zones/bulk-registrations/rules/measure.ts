/** The metrics from which the score of a cluster is computed. */
export interface ClusterMetrics {
  /** Number of names. */
  readonly size: number;
  /** Number of names that would fit the pattern by chance. */
  readonly expectedSize: number;
  /** Similarity of the names, 0 to 1. */
  readonly similarity: number;
  /** Number of all names of the day with these nameservers. */
  readonly registrations: number;
  /** Average of `registrations` on earlier days; null if too few days are known. */
  readonly usualRegistrations: number | null;
}

/** Number of names at which a cluster has half of the score of an infinitely large one. */
const halfSize = 5;

/**
 * The score of a cluster, 0 to 1; a high score suggests that the names were registered together. It is the share of the
 * names that chance does not explain, reduced for small clusters, by up to a half for dissimilar names, and by up to a
 * half for nameservers that usually gain as many names per day.
 */
export function scoreOf(metrics: ClusterMetrics): number {
  const { size, expectedSize, similarity, registrations, usualRegistrations } = metrics;
  const excess = Math.max(0, 1 - expectedSize / size);
  const surge = Math.max(0, 1 - (usualRegistrations ?? 0) / registrations);
  return excess * (size / (size + halfSize)) * ((1 + similarity) / 2) * ((1 + surge) / 2);
}

/**
 * Log-likelihood ratio of two Poisson distributions, in bits: how improbable it is that so many names have a feature by
 * chance. 0 if they are not more than expected.
 */
export function logLikelihoodRatioBits(observed: number, expected: number): number {
  if (observed <= expected) return 0;
  return observed * Math.log2(observed / expected) - (observed - expected) * Math.LOG2E;
}
