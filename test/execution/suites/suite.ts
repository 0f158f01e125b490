/** A small supergraph with a feature that gateways often implement incorrectly. SDL by subgraph name. */
export interface Suite {
  readonly name: string;
  /**
   * Whether the stock gateway's results are wrong: then, only the shape of Rampart's results is verified here, and the
   * oracle verifies the values.
   */
  readonly isWrongInStock?: boolean;
  readonly subgraphs: Readonly<Record<string, string>>;
}
