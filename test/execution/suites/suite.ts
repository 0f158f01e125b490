/** A small supergraph that has one thing that gateways get wrong. SDL by the subgraphs' names. */
export interface Suite {
  readonly name: string;
  /** Whether the stock gateway itself gets it wrong: then only the form of our answers is looked at, and the oracle judges them. */
  readonly isWrongInStock?: boolean;
  readonly subgraphs: Readonly<Record<string, string>>;
}
