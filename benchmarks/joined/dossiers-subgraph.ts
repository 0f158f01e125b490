import { setImmediate as immediate } from 'node:timers/promises';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLFieldResolver, parse } from 'graphql';
import type { RequestContext } from '../../platform/caller.js';
import type { Subgraph } from '../../platform/subgraph.js';
import type { DossierRow } from './dossiers.js';

export const dossiersTypeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

  type Alert @key(fields: "id") { id: ID! dossier: Dossier }

  """Declared because the subgraph alerts requires the hostname, which the subgraph licenses owns. The benchmarks run without licenses, and never select it."""
  type Controller @key(fields: "guid") { guid: ID! lastHostname: String! }

  type Dossier { analyst: String! summary: String! openedEpoch: Float! pages: Int! }
`;

interface DossiersContext extends RequestContext {
  readonly dossiers: DossierBatch;
}

/** Reads the dossiers of these alerts in one statement. */
export type ReadDossiers = (alertIds: readonly string[]) => Promise<DossierRow[]>;

const dossierOf: GraphQLFieldResolver<{ id: string }, DossiersContext> = (alert, _arguments, context) =>
  context.dossiers.load(alert.id);

/** A second domain for the benchmarks, which adds a field to every alert. */
export function createDossiersSubgraph(read: ReadDossiers): Subgraph {
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
    createContext: (request): DossiersContext => ({ ...request, dossiers: new DossierBatch(read) }),
    jobs: [],
  };
}

/** Batches the dossiers that one level of an operation selects. */
class DossierBatch {
  #next: { ids: string[]; rows: Promise<ReadonlyMap<string, DossierRow>> } | undefined;

  readonly #readRows: ReadDossiers;

  constructor(read: ReadDossiers) {
    this.#readRows = read;
  }

  load(id: string): Promise<DossierRow | null> {
    this.#next ??= this.#begin();
    const { ids, rows } = this.#next;
    ids.push(id);
    return rows.then((byAlert) => byAlert.get(id) ?? null);
  }

  #begin(): { ids: string[]; rows: Promise<ReadonlyMap<string, DossierRow>> } {
    const ids: string[] = [];
    return { ids, rows: immediate().then(() => this.#read(ids)) };
  }

  async #read(ids: string[]): Promise<ReadonlyMap<string, DossierRow>> {
    this.#next = undefined;
    const rows = await this.#readRows(ids);
    return new Map(rows.map((row) => [row.alertId, row]));
  }
}
