import { FeatureCounts } from './feature-counts.js';
import { featuresOf } from './features.js';

/** Number of features whose counts rarely include other features (16 MB). */
const capacity = 2 ** 21;

/** Prior frequency of a feature: as if `names` of `total` additional names had it. */
const prior = { names: 0.5, total: 1000 };

/** Counts how often each feature occurs in the names that were added to a zone on one day, and on the days before. */
export class Background {
  readonly #counts = new FeatureCounts(capacity);
  #names = 0;

  add(name: string): void {
    for (const feature of featuresOf(name)) this.#counts.add(feature);
    this.#names++;
  }

  get names(): number {
    return this.#names;
  }

  /**
   * The expected number of names in a group that have a feature by chance. The group is part of the background. The
   * result is derived from an upper bound of the frequency in all other names, because rare features are counted
   * imprecisely.
   * @param group the number of its names, and the number of them that have the feature
   */
  expected(feature: string, group: { names: number; withFeature: number }): number {
    const others = Math.max(this.#names - group.names, 0);
    const withFeature = Math.max(this.#counts.count(feature) - group.withFeature, 0);
    return (group.names * (withFeature + 2 * Math.sqrt(withFeature) + prior.names)) / (others + prior.total);
  }
}
