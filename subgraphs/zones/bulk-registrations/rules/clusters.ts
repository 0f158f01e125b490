import { toUnicodeName } from '../../names.js';
import type { Background } from './background.js';
import { type CooperativeWork, forEachCooperatively } from './cooperative-work.js';
import { FeatureCounts } from './feature-counts.js';
import { featureKinds, featuresOf } from './features.js';
import { logLikelihoodRatioBits } from './measure.js';
import { type Pattern, patternOf } from './pattern.js';
import { variantGroups } from './variants.js';

/** Similar names of a group, such as the names of a day with the same nameservers. */
export interface NameCluster extends Pattern {
  /** Sorted. */
  readonly labels: readonly string[];
  /** Number of names of the group that would match the pattern by chance. */
  readonly expectedSize: number;
}

/** Minimum number of names of a cluster. */
export const minClusterSize = 5;

/** Minimum log-likelihood ratio of a cluster, in bits: among so many features, some are frequent by chance. */
const minLogLikelihoodRatioBits = 24;

/** Maximum number of names that are compared in one pass, which bounds the memory. Larger groups are split. */
const namesPerBatch = 100_000;

/**
 * The clusters of similar names of a group, those with the largest number of names and the rarest features first. Each
 * name is in at most one cluster. The time is linear in the number of names.
 * @param labels in order, without duplicates
 * @param background frequencies of features, of these names and many others
 */
export function* clustersOf(labels: readonly string[], background: Background): CooperativeWork<NameCluster[]> {
  const found = new Map<string, NameCluster>();
  for (let start = 0; start < labels.length; start += namesPerBatch) {
    for (const cluster of yield* clustersOfPart(labels.slice(start, start + namesPerBatch), background)) {
      const key = `${cluster.kind} ${cluster.text}`;
      const existing = found.get(key);
      found.set(key, existing === undefined ? cluster : mergeClusters(existing, cluster));
    }
  }
  return [...found.values()];
}

function mergeClusters(a: NameCluster, b: NameCluster): NameCluster {
  const [size, otherSize] = [a.labels.length, b.labels.length];
  return {
    ...a,
    labels: [...a.labels, ...b.labels].sort(),
    expectedSize: a.expectedSize + b.expectedSize,
    similarity: (a.similarity * size + b.similarity * otherSize) / (size + otherSize),
  };
}

interface Candidate {
  readonly feature: string;
  readonly expected: number;
  readonly bits: number;
  /** Indexes of the names in the group that have the feature. */
  readonly members: readonly number[];
}

function* clustersOfPart(labels: readonly string[], background: Background): CooperativeWork<NameCluster[]> {
  if (labels.length < minClusterSize) return [];
  const names = labels.map((label) => toUnicodeName(label));
  const isClustered = new Uint8Array(names.length);
  const clusters: NameCluster[] = [];
  const take = (feature: string, expected: number, members: readonly number[]) => {
    const free = members.filter((member) => isClustered[member] === 0);
    if (free.length < minClusterSize || logLikelihoodRatioBits(free.length, expected) < minLogLikelihoodRatioBits)
      return;
    for (const member of free) isClustered[member] = 1;
    const pattern = patternOf(
      feature,
      free.map((member) => names[member] ?? ''),
    );
    clusters.push({ ...pattern, labels: free.map((member) => labels[member] ?? ''), expectedSize: expected });
  };
  for (const { feature, expected, members } of yield* candidatesOf(names, background)) {
    take(feature, expected, members);
  }
  const others = [...names.keys()].filter((position) => isClustered[position] === 0);
  for (const { expected, members } of yield* variantGroups(names, others, background)) {
    take(featureKinds.variant, expected, members);
  }
  return clusters;
}

/** Features that more names have than chance explains, the most improbable first. */
function* candidatesOf(names: readonly string[], background: Background): CooperativeWork<Candidate[]> {
  const counts = new FeatureCounts(Math.min(names.length * 32, 2 ** 20));
  // Features of the kind `variant` are omitted, because names that are variants of each other need not share one.
  const featuresIn = (name: string) =>
    [...featuresOf(name)].filter((feature) => !feature.startsWith(featureKinds.variant));
  yield* forEachCooperatively(names, (name) => {
    for (const feature of featuresIn(name)) counts.add(feature);
  });
  const members = new Map<string, number[]>();
  yield* forEachCooperatively(names, (name, index) => {
    for (const feature of featuresIn(name)) {
      if (counts.count(feature) < minClusterSize) continue;
      const existing = members.get(feature);
      if (existing === undefined) members.set(feature, [index]);
      else existing.push(index);
    }
  });
  const candidates: Candidate[] = [];
  for (const [feature, indexes] of members) {
    const withFeature = indexes.length;
    if (withFeature < minClusterSize) continue;
    const expected = background.expected(feature, { names: names.length, withFeature });
    const bits = logLikelihoodRatioBits(withFeature, expected);
    if (bits >= minLogLikelihoodRatioBits) candidates.push({ feature, expected, bits, members: indexes });
  }
  // Longer features describe the same names better, and the kind of characters describes them worst.
  const isRandom = ({ feature }: Candidate) => Number(feature.startsWith(featureKinds.random));
  return candidates.sort(
    (a, b) =>
      b.bits - a.bits ||
      isRandom(a) - isRandom(b) ||
      b.feature.length - a.feature.length ||
      (a.feature < b.feature ? -1 : 1),
  );
}
