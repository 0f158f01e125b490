import {
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import {
  isCustomScalar,
  maxPreparedBytes,
  preparedBytes,
  type SubgraphOperation,
  selectOperation,
  withCode,
} from '../execution/index.js';

/** A document received from a gateway, parsed once. */
export interface SubgraphDocument extends Pick<SubgraphOperation, 'document' | 'text'> {
  readonly isMutation: boolean;
}

/** Rules that a document of a gateway violates only if the gateway has another version of the schema. */
const schemaRules = specifiedRules.map((rule) => (rule === ValuesOfCorrectTypeRule ? valuesRule('others') : rule));
const customScalarRules = [valuesRule('custom scalars')];

/** The rule for values, restricted to those of custom scalars, which gateways do not validate, or to all others. */
function valuesRule(types: 'custom scalars' | 'others'): ValidationRule {
  return (context) => {
    function reportError(error: GraphQLError): void {
      if (expectsCustomScalar(context) === (types === 'custom scalars')) context.reportError(error);
    }
    return ValuesOfCorrectTypeRule(Object.create(context, { reportError: { value: reportError } }));
  };
}

function expectsCustomScalar(context: ValidationContext): boolean {
  return isCustomScalar(getNamedType(context.getInputType()));
}

/** Parses, validates and caches the documents of query plans; gateways send the same few documents often. */
export class SubgraphDocuments {
  readonly #cache = new LRUCache<string, SubgraphDocument>({ max: 1000, maxSize: maxPreparedBytes });
  hits = 0;
  misses = 0;

  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  get size(): number {
    return this.#cache.size;
  }

  /**
   * Returns the parsed document with this text.
   * @throws {GraphQLError} GRAPHQL_VALIDATION_FAILED for an invalid value of a custom scalar, such as a date, which
   * gateways do not validate
   * @throws {Error} if the document is invalid for the schema, because the gateway and the subgraph have different
   * versions
   */
  read(text: string): SubgraphDocument {
    const cached = this.#cache.get(text);
    if (cached !== undefined) {
      this.hits++;
      return cached;
    }
    this.misses++;
    const prepared = this.#prepare(text);
    this.#cache.set(text, prepared, { size: this.#bytesOf(prepared) });
    return prepared;
  }

  #bytesOf({ document, text }: SubgraphDocument): number {
    const { operation, fragments } = selectOperation(document, undefined);
    return 2 * text.length + preparedBytes({ schema: this.#schema, operation, fragments });
  }

  #prepare(text: string): SubgraphDocument {
    const document = parse(text);
    const [mismatch] = validate(this.#schema, document, schemaRules);
    if (mismatch !== undefined) {
      throw new Error(
        `the gateway sent a document that is invalid for the schema of this process: ${mismatch.message}; use the same release for the gateway and the subgraphs`,
      );
    }
    const [problem] = validate(this.#schema, document, customScalarRules);
    if (problem !== undefined) throw withCode(problem, 'GRAPHQL_VALIDATION_FAILED');
    const isMutation = document.definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
    );
    return { document, text, isMutation };
  }
}
