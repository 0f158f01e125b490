import { buildASTSchema, type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { deferDocument } from './deferral/defer-directive.js';
import { apiDocument } from './planning/api-document.js';
import { readSubgraphNames } from './planning/field-requirements.js';
import { Planning } from './planning/planning.js';
import { readSupergraph } from './planning/query-plans.js';
import { SoleSubgraphs } from './planning/sole-subgraphs.js';
import { subgraphDocument } from './planning/subgraph-document.js';

/** Data that is derived only from the text of a supergraph. */
interface ComposedSupergraph {
  readonly supergraphSdl: string;
  readonly subgraphs: readonly string[];
  readonly planning: Planning;
  readonly soleSubgraphs: SoleSubgraphs;
  /** The API schema without `@inaccessible` elements, built when it is first used. */
  published(): GraphQLSchema;
  readonly internal: GraphQLSchema;
}

/** The most recently read supergraph, for graphs that are built one after the other in the same process. */
let latestComposition: ComposedSupergraph | undefined;

/**
 * Parses a supergraph, or returns the result of the previous call if the text is the same.
 * @param supergraphSdl is not validated, because composition has validated it
 */
export function composedSupergraphOf(supergraphSdl: string): ComposedSupergraph {
  if (latestComposition?.supergraphSdl === supergraphSdl) return latestComposition;
  const document = parse(supergraphSdl, { noLocation: true });
  const names = readSubgraphNames(document);
  const internal = validatedSchema(apiDocument(document, { all: true }), deferDocument);
  const subgraphSchemas = new SubgraphSchemas(document, names);
  let published: GraphQLSchema | undefined;
  latestComposition = {
    supergraphSdl,
    subgraphs: [...names.values()],
    planning: new Planning({
      document,
      supergraphSchema: internal,
      subgraphSchemas,
      read: (planned, isRenamed) => readSupergraph(planned, { assumeValid: !isRenamed }),
    }),
    soleSubgraphs: new SoleSubgraphs(document, subgraphSchemas),
    published() {
      published ??= validatedSchema(apiDocument(document, { all: false }), deferDocument);
      return published;
    },
    internal,
  };
  return latestComposition;
}

/** The schemas of the subgraphs, extracted from a supergraph; each is built on first use. */
class SubgraphSchemas {
  readonly #supergraph: DocumentNode;
  /**
   * Values of the enum `join__Graph`, which identify the subgraphs in the supergraph's directives, by subgraph name.
   */
  readonly #graphs: ReadonlyMap<string, string>;
  readonly #schemas = new Map<string, GraphQLSchema>();

  constructor(supergraph: DocumentNode, names: ReadonlyMap<string, string>) {
    this.#supergraph = supergraph;
    this.#graphs = new Map([...names].map(([graph, name]) => [name, graph]));
  }

  get(name: string): GraphQLSchema | undefined {
    const graph = this.#graphs.get(name);
    if (graph === undefined) return undefined;
    const schema = this.#schemas.get(name) ?? validatedSchema(subgraphDocument(this.#supergraph, graph));
    this.#schemas.set(name, schema);
    return schema;
  }
}

/** Builds a schema without validation, because the documents are parts of a supergraph that was already validated. */
function validatedSchema(...documents: readonly DocumentNode[]): GraphQLSchema {
  const definitions = documents.flatMap((document) => document.definitions);
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions }, { assumeValid: true });
}
