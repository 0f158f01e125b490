/**
 * Counts features in constant memory: features that share a cell are counted together, so a count is never too low.
 */
export class FeatureCounts {
  readonly #cells: Uint32Array;

  /** @param capacity number of features that rarely share cells */
  constructor(capacity: number) {
    this.#cells = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(capacity, 64) * 2)));
  }

  add(feature: string): void {
    const cell = this.#cellOf(feature);
    this.#cells[cell] = (this.#cells[cell] ?? 0) + 1;
  }

  count(feature: string): number {
    return this.#cells[this.#cellOf(feature)] ?? 0;
  }

  /** The cell of a feature: its FNV-1a hash, with a final mix because only the low bits are used. */
  #cellOf(feature: string): number {
    let hash = 2_166_136_261;
    for (let index = 0; index < feature.length; index++) {
      hash = Math.imul(hash ^ feature.charCodeAt(index), 16_777_619);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
    return (hash ^ (hash >>> 13)) & (this.#cells.length - 1);
  }
}
