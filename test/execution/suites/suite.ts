/** A small supergraph that has one thing that gateways get wrong. SDL by the subgraphs' names. */
export interface Suite {
  readonly name: string;
  readonly subgraphs: Readonly<Record<string, string>>;
}
