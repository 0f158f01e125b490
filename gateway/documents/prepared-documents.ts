import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { GraphQLError, Kind, parse, validate } from 'graphql';
import { BoundedCache } from '../bounded-cache.js';
import { requestError } from '../errors/index.js';
import type { Graph, PreparedOperation } from '../graph.js';
import {
  type CostFunction,
  type CostModel,
  compileCost,
  limitRules,
  type OperationLimits,
  usesIntrospection,
} from '../limits/index.js';
import { failure, RequestFailure } from './request-failure.js';

/** An operation of a valid document, ready to run. */
export interface ReadyOperation {
  readonly prepared: PreparedOperation;
  readonly isMutation: boolean;
  /** Whether the document asks for the schema; who may is decided per request. */
  readonly usesIntrospection: boolean;
  readonly cost: CostFunction;
}

/**
 * How many documents stay prepared, and how many characters they may have together. A prepared document takes some 200
 * to 400 bytes for each character (measured on the alerts graph), and the cache holds up to two such generations.
 */
const cacheBounds = { entries: 1000, weight: 400_000 };
/** A validation that found this many errors has said enough. */
const maximumErrors = 9;

/**
 * Documents by their text: parsed, bounded, then validated, planned and compiled by the graph, once. A document that was seen before costs one
 * look-up.
 */
export class PreparedDocuments {
  readonly #graph: Graph;
  readonly #limits: OperationLimits;
  readonly #costModel: CostModel;
  readonly #documents = new BoundedCache<ReadyDocument>(cacheBounds);
  hits = 0;
  misses = 0;

  constructor(options: { graph: Graph; limits: OperationLimits; costModel: CostModel }) {
    this.#graph = options.graph;
    this.#limits = options.limits;
    this.#costModel = options.costModel;
  }

  get size(): number {
    return this.#documents.size;
  }

  /**
   * The operation of the document that the name selects.
   * @throws {RequestFailure} for a document that cannot be read, is too large, is invalid, or has no such operation
   */
  operation(text: string, name: string | undefined): ReadyOperation {
    const known = this.#documents.get(text);
    if (known !== undefined) {
      this.hits++;
      return known.operation(name);
    }
    this.misses++;
    const document = new ReadyDocument(this.#read(text), { graph: this.#graph, costModel: this.#costModel });
    const operation = document.operation(name);
    this.#documents.set(text, document, text.length);
    return operation;
  }

  #read(text: string): DocumentNode {
    try {
      const document = parseWithin(text, this.#limits.maxTokens);
      check(validate(this.#graph.apiSchema, document, limitRules(this.#limits), { maxErrors: maximumErrors }));
      return document;
    } catch (error) {
      // A document nested thousands of levels deep exhausts the parser's stack before any rule sees it.
      if (error instanceof RangeError)
        throw failure('LIMIT_EXCEEDED', 'The document is nested too deeply. Ask for less at once.');
      throw error;
    }
  }
}

class ReadyDocument {
  readonly #document: DocumentNode;
  readonly #options: { graph: Graph; costModel: CostModel };
  readonly #usesIntrospection: boolean;
  readonly #operations = new Map<string | undefined, ReadyOperation>();

  constructor(document: DocumentNode, options: { graph: Graph; costModel: CostModel }) {
    this.#document = document;
    this.#options = options;
    this.#usesIntrospection = usesIntrospection(document);
  }

  operation(name: string | undefined): ReadyOperation {
    return this.#operations.get(name) ?? this.#prepare(name);
  }

  #prepare(name: string | undefined): ReadyOperation {
    const operation = selectOperation(this.#document, name);
    const { graph, costModel } = this.#options;
    const ready = {
      prepared: graph.prepare({ document: this.#document, ...(name === undefined ? {} : { operationName: name }) }),
      isMutation: operation.operation === 'mutation',
      usesIntrospection: this.#usesIntrospection,
      cost: compileCost({ schema: graph.apiSchema, model: costModel, document: this.#document, operation }),
    };
    this.#operations.set(name, ready);
    return ready;
  }
}

function parseWithin(text: string, maxTokens: number): DocumentNode {
  try {
    return parse(text, { maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('tokens. Parsing aborted')) {
      throw failure(
        'LIMIT_EXCEEDED',
        `The document has more than ${maxTokens} tokens. Pass values as variables, leave out what is not needed, or ask in several requests.`,
        { limit: 'max_tokens', maximum: maxTokens },
      );
    }
    throw new RequestFailure([withCode(error, 'GRAPHQL_PARSE_FAILED')]);
  }
}

function check(errors: readonly GraphQLError[]): void {
  if (errors.length > 0) throw new RequestFailure(errors.slice(0, maximumErrors));
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(error.message, {
    ...(error.nodes === undefined ? {} : { nodes: error.nodes }),
    ...(error.source === undefined ? {} : { source: error.source }),
    ...(error.positions === undefined ? {} : { positions: error.positions }),
    extensions: { ...error.extensions, code },
  });
}

function selectOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name !== undefined) {
    const named = operations.find((operation) => operation.name?.value === name);
    if (named === undefined) throw unresolved(`The document has no operation named "${name}".`);
    return named;
  }
  const [only, ...others] = operations;
  if (only === undefined) throw unresolved('The document has no operation.');
  if (others.length > 0) throw unresolved('The document has several operations: say which one in operationName.');
  return only;
}

function unresolved(message: string): RequestFailure {
  return new RequestFailure([requestError('OPERATION_RESOLUTION_FAILURE', message)]);
}
