import { type GraphQLSchema, Kind, OperationTypeNode, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { maxPreparedBytes, preparedBytes, type SubgraphOperation, selectOperation } from '../execution/index.js';

/** A document that the gateway sends, parsed once. */
export interface SubgraphDocument extends Pick<SubgraphOperation, 'document' | 'text'> {
  readonly isMutation: boolean;
}

/**
 * Parses and validates the documents of query plans, and caches them: gateways send few documents, and each of them
 * often.
 */
export class SubgraphDocuments {
  readonly #known = new LRUCache<string, SubgraphDocument>({ max: 1000, maxSize: maxPreparedBytes });
  hits = 0;
  misses = 0;

  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  get size(): number {
    return this.#known.size;
  }

  /**
   * The document with this text.
   * @throws {Error} if it is invalid for the schema, because the gateway and the subgraph have different versions
   */
  read(text: string): SubgraphDocument {
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.hits++;
      return known;
    }
    this.misses++;
    const read = this.#prepare(text);
    this.#known.set(text, read, { size: this.#bytesOf(read) });
    return read;
  }

  #bytesOf({ document, text }: SubgraphDocument): number {
    const { operation, fragments } = selectOperation(document, undefined);
    return 2 * text.length + preparedBytes({ schema: this.#schema, operation, fragments });
  }

  #prepare(text: string): SubgraphDocument {
    const document = parse(text);
    const [problem] = validate(this.#schema, document);
    if (problem !== undefined) {
      throw new Error(`the gateway requests fields that do not exist in this version: ${problem.message}`);
    }
    const isMutation = document.definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
    );
    return { document, text, isMutation };
  }
}
