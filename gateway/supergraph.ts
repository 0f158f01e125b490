import { composeServices } from '@apollo/composition';
import { printSchema, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals';
import { parse } from 'graphql';

/** A subgraph as composition sees it. */
export interface SubgraphTypeDefs {
  readonly name: string;
  /** SDL with federation directives. */
  readonly typeDefs: string;
  /** Where other routers find it; a name only where it runs in this process. */
  readonly url?: string;
}

/** The subgraphs do not fit together. The message has every reason. */
export class CompositionError extends Error {
  override readonly name = 'CompositionError';
}

/**
 * Composes the supergraph with Apollo's composition.
 * @returns the supergraph's SDL, for query planners and other routers
 * @throws {CompositionError}
 */
export function composeSupergraph(subgraphs: readonly SubgraphTypeDefs[]): string {
  const result = composeServices(
    subgraphs.map(({ name, typeDefs, url }) => ({
      name,
      typeDefs: parse(typeDefs),
      url: url ?? `http://${name}.internal/graphql`,
    })),
  );
  if (result.errors !== undefined) {
    throw new CompositionError(
      `the subgraphs do not compose:\n${result.errors.map(({ message }) => message).join('\n')}`,
    );
  }
  return result.supergraphSdl;
}

/** A generated file: its path below `schema/` and its whole text. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The schema's committed files: `supergraph.graphql`, `api.graphql` (what clients see), and `subgraphs/<name>.graphql`. `supergraph` is
 * what the subgraphs compose to.
 */
export function schemaFiles(supergraph: string, subgraphs: readonly SubgraphTypeDefs[]): SchemaFile[] {
  const built = Supergraph.build(supergraph, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES });
  return [
    { path: 'supergraph.graphql', text: ended(supergraph) },
    { path: 'api.graphql', text: ended(printSchema(built.apiSchema())) },
    ...subgraphs.map(({ name, typeDefs }) => ({ path: `subgraphs/${name}.graphql`, text: ended(typeDefs) })),
  ];
}

function ended(text: string): string {
  return `${text.trimEnd()}\n`;
}
