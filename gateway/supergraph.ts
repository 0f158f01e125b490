import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'graphql';
import { projectRoot } from '../platform/project-root.js';
import { deferDefinition } from './execution/index.js';

const require = createRequire(import.meta.url);

/** The type definitions of a subgraph, for composition. */
export interface SubgraphTypeDefs {
  readonly name: string;
  /** SDL of the subgraph with federation directives. */
  readonly typeDefs: string;
  /** URL of the subgraph for other routers; only an identifier for a subgraph in this process. */
  readonly url?: string;
}

/** The subgraphs cannot be composed. The message contains all reasons. */
class CompositionError extends Error {
  override readonly name = 'CompositionError';
}

/**
 * Composes a supergraph with Apollo's composition library.
 * @returns the supergraph's SDL, for query planners and other routers
 * @throws {CompositionError} if the subgraphs cannot be composed
 */
export function composeSupergraph(subgraphs: readonly SubgraphTypeDefs[]): string {
  // Loaded here, because most processes do not compose.
  const { composeServices }: typeof import('@apollo/composition') = require('@apollo/composition');
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

/**
 * The supergraph of these subgraphs: the committed supergraph if it was composed of exactly these subgraphs, otherwise
 * a new composition, which takes half a second.
 * @param folder directory of the generated `schema/`
 * @throws {CompositionError} if the subgraphs cannot be composed
 */
export function supergraphOf(subgraphs: readonly SubgraphTypeDefs[], folder = join(projectRoot, 'schema')): string {
  return committedSupergraph(subgraphs, folder) ?? composeSupergraph(subgraphs);
}

function committedSupergraph(subgraphs: readonly SubgraphTypeDefs[], folder: string): string | undefined {
  if (subgraphs.some(({ url }) => url !== undefined)) return undefined;
  try {
    const files = readdirSync(join(folder, 'subgraphs'));
    const isCommitted = ({ name, typeDefs }: SubgraphTypeDefs): boolean =>
      files.includes(`${name}.graphql`) &&
      readSchema(folder, 'subgraphs', `${name}.graphql`) === withFinalNewline(typeDefs);
    if (files.length !== subgraphs.length || !subgraphs.every(isCommitted)) return undefined;
    return readSchema(folder, 'supergraph.graphql');
  } catch {
    return undefined; // Without generated files, the supergraph is composed.
  }
}

function readSchema(...path: string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** A generated schema file: its path relative to `schema/` and its content. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The generated schema files that are committed: `supergraph.graphql`, `api.graphql` (what clients see), and
 * `subgraphs/<name>.graphql`.
 * @param supergraph the composition of the subgraphs
 */
export function schemaFiles(supergraph: string, subgraphs: readonly SubgraphTypeDefs[]): SchemaFile[] {
  return [
    { path: 'supergraph.graphql', text: withFinalNewline(supergraph) },
    { path: 'api.graphql', text: apiSdlOf(supergraph) },
    ...subgraphs.map(({ name, typeDefs }) => ({ path: `subgraphs/${name}.graphql`, text: withFinalNewline(typeDefs) })),
  ];
}

/** The SDL of the schema that clients see. @param supergraph SDL of the supergraph; it is not validated again */
export function apiSdlOf(supergraph: string): string {
  const federation: typeof import('@apollo/federation-internals') = require('@apollo/federation-internals');
  const supportedFeatures = federation.ROUTER_SUPPORTED_SUPERGRAPH_FEATURES;
  const built = federation.Supergraph.build(supergraph, { supportedFeatures, validateSupergraph: false });
  return withFinalNewline(`${federation.printSchema(built.apiSchema())}\n\n${deferDefinition}`);
}

function withFinalNewline(text: string): string {
  return `${text.trimEnd()}\n`;
}
