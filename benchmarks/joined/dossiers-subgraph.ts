import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLFieldResolver, parse } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/loaders.js';
import type { Subgraph } from '../../platform/subgraph.js';
import type { DossierRow } from './dossiers.js';

export const dossiersTypeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

  type Alert @key(fields: "id") { id: ID! dossier: Dossier }

  """Declared because the subgraph alerts requires the hostname, which the subgraph licenses owns. The benchmarks run without licenses, and never select it."""
  type Controller @key(fields: "guid") { guid: ID! lastHostname: String! }

  type Dossier { analyst: String! summary: String! openedEpoch: Float! pages: Int! }
`;

interface DossiersContext extends RequestContext, Loaders {}

/** Reads the dossiers of these alerts in one statement. */
export type ReadDossiers = (alertIds: readonly string[], context: RequestContext) => Promise<DossierRow[]>;

/** A second domain for the benchmarks, which adds a field to every alert. */
export function createDossiersSubgraph(read: ReadDossiers): Subgraph {
  const dossiersOf = async (alertIds: readonly string[], context: RequestContext): Promise<(DossierRow | null)[]> => {
    const byAlert = new Map((await read(alertIds, context)).map((row) => [row.alertId, row]));
    return alertIds.map((id) => byAlert.get(id) ?? null);
  };
  const dossierOf: GraphQLFieldResolver<{ id: string }, DossiersContext> = ({ id }, _arguments, context) =>
    context.loader('dossier', (ids: string[]) => dossiersOf(ids, context)).load(id);
  return {
    name: 'dossiers',
    typeDefs: dossiersTypeDefs,
    schema: buildSubgraphSchema([
      {
        typeDefs: parse(dossiersTypeDefs),
        // Resolvers have the context type of their subgraph; the schema builder accepts any.
        resolvers: { Alert: { dossier: dossierOf as GraphQLFieldResolver<unknown, unknown> } },
      },
    ]),
    createContext: (request): DossiersContext => ({ ...request, ...createLoaders() }),
    jobs: [],
  };
}
