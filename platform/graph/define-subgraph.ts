import type { RequestContext } from '../caller.js';
import { once } from '../once.js';
import type { Platform, Subgraph, SubgraphDefinition } from '../subgraph.js';
import type { SubgraphSchema } from './build-schema.js';
import { builtTypeDefs } from './built-type-defs.js';
import { createLoaders, type Loaders } from './loaders.js';

interface SubgraphOptions<Context extends RequestContext & Loaders>
  extends Omit<SubgraphDefinition, 'printTypeDefs' | 'create'> {
  readonly schema: SubgraphSchema;
  /**
   * Opens the domain. Its resolvers receive the returned context in addition to the request context and the loaders of
   * the operation.
   */
  open(platform: Platform): Omit<Subgraph, 'name' | 'typeDefs' | 'schema' | 'createContext'> & {
    readonly context: Omit<Context, keyof RequestContext | keyof Loaders>;
  };
}

/** Defines a domain of the graph by its schema and the context of its resolvers. */
export function defineSubgraph<Context extends RequestContext & Loaders>({
  schema,
  open,
  ...definition
}: SubgraphOptions<Context>): SubgraphDefinition {
  const typeDefs = once(() => builtTypeDefs(definition.name) ?? schema.typeDefs);
  return {
    ...definition,
    printTypeDefs: typeDefs,
    create(platform) {
      const { context, ...running } = open(platform);
      return {
        ...running,
        name: definition.name,
        typeDefs: typeDefs(),
        // Built for the first fetch.
        get schema() {
          return schema.executable;
        },
        createContext: (request) => ({ ...request, ...context, ...createLoaders() }),
      };
    },
  };
}
