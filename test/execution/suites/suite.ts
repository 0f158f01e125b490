/** A small supergraph with a feature that gateways often implement incorrectly. SDL by subgraph name. */
export interface Suite {
  readonly name: string;
  /**
   * Whether the reference gateway's results are wrong: then, only the shape of Rampart's results is verified here, and
   * the oracle verifies the values.
   */
  readonly isWrongInReference?: boolean;
  readonly subgraphs: Readonly<Record<string, string>>;
}
