import type { DocumentNode, GraphQLSchema } from 'graphql';
import { GraphQLError, Kind, parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { EventType } from '../../platform/events/index.js';
import { requestError } from '../errors/index.js';
import { maxPreparedBytes, preparedBytes, selectOperation, withCode } from '../execution/index.js';
import type { PreparedOperation, PublishedGraph } from '../graph.js';
import {
  type CostFunction,
  type CostModel,
  compileCost,
  limitRules,
  type OperationLimits,
  usesIntrospection,
} from '../limits/index.js';
import { failure, RequestFailure } from './request-failure.js';
import { type SubscriptionQuery, subscriptionQuery } from './subscription-query.js';

/** An operation of a valid document, ready to run. */
export interface ReadyOperation {
  /** Of a subscription, its query. */
  readonly prepared: PreparedOperation;
  readonly document: DocumentNode;
  readonly isMutation: boolean;
  /** Whether the document asks for the schema; who may is decided per request. */
  readonly usesIntrospection: boolean;
  /** Of a subscription, for each entity that it sends. */
  readonly cost: CostFunction;
  /** Undefined for queries and mutations. */
  readonly subscription: SubscriptionQuery | undefined;
}

/** The types of events that the graph sends, and the graph that reads their entities. */
export interface Subscribing {
  readonly graph: PublishedGraph;
  readonly eventTypes: readonly EventType[];
}

/** Documents of the server itself, and the graph that executes them. */
export interface OwnDocuments {
  readonly graph: PublishedGraph;
  readonly texts: ReadonlySet<string>;
}

const cacheBounds = { max: 1000, maxSize: maxPreparedBytes };
/** Errors of one validation; later ones add nothing. */
const maxErrors = 9;

/**
 * Prepared operations by document text and operation name. A document is parsed, limited, validated, planned and compiled when an operation of
 * it is first requested; of the document only that operation and its fragments are kept. Every later request costs one lookup.
 */
export class PreparedDocuments {
  readonly #graph: PublishedGraph;
  readonly #ownDocuments: OwnDocuments | undefined;
  readonly #limits: OperationLimits;
  readonly #costModel: CostModel;
  readonly #isFree: boolean;
  readonly #subscribing: Subscribing | undefined;
  readonly #documents = new LRUCache<string, PreparedDocument>(cacheBounds);
  hits = 0;
  misses = 0;

  constructor(options: {
    graph: PublishedGraph;
    ownDocuments?: OwnDocuments;
    limits: OperationLimits;
    costModel: CostModel;
    /** Whether operations cost nothing, whatever is usual where the model says nothing. */
    isFree?: boolean;
    /** Absent: there are no subscriptions. */
    subscribing?: Subscribing | undefined;
  }) {
    this.#graph = options.graph;
    this.#subscribing = options.subscribing;
    this.#ownDocuments = options.ownDocuments;
    this.#limits = options.limits;
    this.#costModel = options.costModel;
    this.#isFree = options.isFree === true;
  }

  /** Number of documents with at least one prepared operation. */
  get size(): number {
    return this.#documents.size;
  }

  /** Documents and the names of their operations, those last used first. */
  *recent(): Generator<[text: string, names: readonly (string | undefined)[]]> {
    for (const [text, { operations }] of this.#documents.entries()) yield [text, [...operations.keys()]];
  }

  /**
   * The operation of the document that the name selects.
   * @throws {RequestFailure} for a document that cannot be parsed, exceeds a limit, is invalid, or has no such operation
   */
  operation(text: string, name: string | undefined): ReadyOperation {
    const document = this.#documents.get(text);
    const known = document?.operations.get(name);
    if (known !== undefined) {
      this.hits++;
      return known;
    }
    this.misses++;
    const { operation, bytes } = this.#prepare(text, name);
    const operations = new Map(document?.operations).set(name, operation);
    const total = bytes + (document?.bytes ?? bytesOfText(text));
    this.#documents.set(text, { operations, bytes: total }, { size: total });
    return operation;
  }

  #prepare(text: string, name: string | undefined): { operation: ReadyOperation; bytes: number } {
    const graph = this.#ownDocuments?.texts.has(text) ? this.#ownDocuments.graph : this.#graph;
    const { apiSchema } = graph;
    const document = this.#read(text, apiSchema);
    assertSelectsOne(document, name);
    const { operation, fragments, document: selected } = selectOperation(document, name);
    const subscription = operation.operation === 'subscription' ? this.#subscriptionOf(selected) : undefined;
    return {
      operation: {
        prepared: subscription?.prepared ?? graph.prepare({ document: selected, text, operationName: name }),
        document: selected,
        subscription: subscription?.query,
        isMutation: operation.operation === 'mutation',
        usesIntrospection: usesIntrospection(selected),
        cost: this.#isFree
          ? free
          : compileCost({ schema: apiSchema, model: this.#costModel, document: selected, operation }),
      },
      bytes: preparedBytes({ schema: apiSchema, operation, fragments }),
    };
  }

  /** @throws {RequestFailure} for one that is not valid, or that nothing serves */
  #subscriptionOf(document: DocumentNode): { query: SubscriptionQuery; prepared: PreparedOperation } {
    const schema = this.#graph.apiSchema;
    const { graph, eventTypes = [] } = this.#subscribing ?? {};
    if (graph === undefined || !schema.getSubscriptionType()) throw noSubscriptions();
    check(validate(schema, document, specifiedRules, { maxErrors }).map((error) => withCode(error, invalid)));
    const query = subscriptionQuery({ document, schema, eventTypes });
    if (query === undefined) throw noSubscriptions();
    return { query, prepared: graph.prepare({ document: query.document }) };
  }

  #read(text: string, schema: GraphQLSchema): DocumentNode {
    try {
      const document = parseWithin(text, this.#limits.maxTokens);
      check(validate(schema, document, limitRules(this.#limits, this.#costModel), { maxErrors }));
      return document;
    } catch (error) {
      // A document nested thousands of levels deep exhausts the parser's stack before any rule sees it.
      if (error instanceof RangeError)
        throw failure('LIMIT_EXCEEDED', 'The document is nested too deeply. Select fewer levels.');
      throw error;
    }
  }
}

const free: CostFunction = () => 0;

const invalid = 'GRAPHQL_VALIDATION_FAILED';

function noSubscriptions(): RequestFailure {
  return failure(invalid, 'This graph serves no subscriptions.');
}

/** The prepared operations of one document, and the bytes that they and the document's text are estimated to take. */
interface PreparedDocument {
  readonly operations: ReadonlyMap<string | undefined, ReadyOperation>;
  readonly bytes: number;
}

function bytesOfText(text: string): number {
  return 2 * text.length;
}

function parseWithin(text: string, maxTokens: number): DocumentNode {
  try {
    return parse(text, { maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('tokens. Parsing aborted')) {
      throw failure(
        'LIMIT_EXCEEDED',
        `The document has more than ${maxTokens} tokens. Pass values as variables, remove fields, or split the document into several requests.`,
        { limit: 'max_tokens', maximum: maxTokens },
      );
    }
    throw new RequestFailure([withCode(error, 'GRAPHQL_PARSE_FAILED')]);
  }
}

function check(errors: readonly GraphQLError[]): void {
  if (errors.length > 0) throw new RequestFailure(errors.slice(0, maxErrors));
}

/** Checks that the name, or its absence, selects one operation. @throws {RequestFailure} OPERATION_RESOLUTION_FAILURE */
function assertSelectsOne(document: DocumentNode, name: string | undefined): void {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name !== undefined) {
    if (operations.some((operation) => operation.name?.value === name)) return;
    throw unresolved(`The document has no operation named "${name}".`);
  }
  if (operations.length === 0) throw unresolved('The document has no operation.');
  if (operations.length > 1)
    throw unresolved('The document has several operations: specify one of them in operationName.');
}

function unresolved(message: string): RequestFailure {
  return new RequestFailure([requestError('OPERATION_RESOLUTION_FAILURE', message)]);
}
