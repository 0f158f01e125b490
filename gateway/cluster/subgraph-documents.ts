import { type GraphQLSchema, Kind, OperationTypeNode, parse, validate } from 'graphql';
import { BoundedCache } from '../bounded-cache.js';
import type { SubgraphOperation } from '../execution/index.js';

/** A document that the gateway sends, read once. */
export interface SubgraphDocument extends Pick<SubgraphOperation, 'document' | 'text'> {
  readonly isMutation: boolean;
}

const entries = 1000;
/** A document that is held takes a multiple of its length. */
const characters = 400_000;

/** The documents of query plans: there are few, and each comes often. */
export class SubgraphDocuments {
  readonly #known = new BoundedCache<SubgraphDocument>({ entries, weight: characters });
  hits = 0;
  misses = 0;

  constructor(private readonly schema: GraphQLSchema) {}

  get size(): number {
    return this.#known.size;
  }

  /** @throws {Error} when it does not fit the schema: gateway and subgraph are of different versions */
  read(text: string): SubgraphDocument {
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.hits++;
      return known;
    }
    this.misses++;
    const read = this.#prepare(text);
    this.#known.set(text, read, text.length);
    return read;
  }

  #prepare(text: string): SubgraphDocument {
    const document = parse(text);
    const [problem] = validate(this.schema, document);
    if (problem !== undefined) {
      throw new Error(`the gateway asks for what this version does not have: ${problem.message}`);
    }
    const isMutation = document.definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
    );
    return { document, text, isMutation };
  }
}
