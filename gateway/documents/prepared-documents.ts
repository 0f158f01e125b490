import type { DocumentNode, GraphQLSchema } from 'graphql';
import { GraphQLError, Kind, parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { EventType } from '../../platform/events/index.js';
import { requestError } from '../errors/index.js';
import {
  deferRules,
  maxPreparedBytes,
  preparedBytes,
  selectOperation,
  usesIntrospection,
  validationErrors,
  withCode,
  withTypedNumbers,
} from '../execution/index.js';
import type { OperationToPrepare, PreparedOperation, PublishedGraph } from '../graph.js';
import { type CostFunction, type CostModel, compileCost, limitRules, type OperationLimits } from '../limits/index.js';
import type { CacheableFields } from '../response-cache/index.js';
import { failure, RequestFailure } from './request-failure.js';
import { type SubscriptionQuery, subscriptionQuery } from './subscription-query.js';

/** A prepared operation of a valid document, with the properties that requests need. */
export interface ReadyOperation {
  /**
   * The prepared operation. For a subscription to the server's own events, it is the query that reads the entities of
   * events.
   */
  readonly prepared: PreparedOperation;
  readonly document: DocumentNode;
  readonly isMutation: boolean;
  readonly isSubscription: boolean;
  /** Whether the document uses introspection. Whether the caller may use introspection is decided for each request. */
  readonly usesIntrospection: boolean;
  /** The cost of the operation; for a subscription, the cost of each entity that it sends. */
  readonly cost: CostFunction;
  /** Converts numbers in variables that are values of `JSON.rawJSON` to what the types of the variables accept. */
  withTypedNumbers(variables: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The query form of a subscription to the server's own events; undefined for any other operation. */
  readonly subscription: SubscriptionQuery | undefined;
  /**
   * Set if responses of the operation can be cached; undefined if a response depends on more than the caller, the
   * variables and the data of one domain.
   */
  readonly cacheable: CacheableOperation | undefined;
}

/** An operation whose responses can be cached. */
interface CacheableOperation {
  /** Name of the domain whose data determines the response. */
  readonly domain: string;
  /** Id of the operation, unique in this process. */
  readonly id: number;
}

/** The event types of the graph's subscriptions, and the graph that reads the entities of events. */
export interface SubscriptionSupport {
  readonly graph: PublishedGraph;
  readonly eventTypes: readonly EventType[];
}

/** Documents of internal operations, and the graph that executes them. */
export interface InternalDocuments {
  readonly graph: PublishedGraph;
  readonly documents: ReadonlySet<string>;
}

interface PreparedDocumentsOptions {
  readonly graph: PublishedGraph;
  readonly internalDocuments?: InternalDocuments;
  readonly limits: OperationLimits;
  readonly costModel: CostModel;
  /** Whether all operations have cost 0, even where the schema has default costs. */
  readonly isFree?: boolean;
  /** What subscriptions require; absent if the graph has no subscriptions. */
  readonly subscribing?: SubscriptionSupport | undefined;
  /** The fields whose responses can be cached; absent if responses are not cached. */
  readonly cacheableFields?: CacheableFields | undefined;
}

const cacheBounds = { max: 1000, maxSize: maxPreparedBytes };
/** Maximum number of validation errors that a response reports. */
const maxErrors = 9;

/**
 * Caches prepared operations by document text and operation name. On the first request of an operation, the document is
 * parsed, checked against limits, validated, planned and compiled; only that operation and its fragments are cached.
 * Later requests cost one lookup.
 */
export class PreparedDocuments {
  readonly #options: PreparedDocumentsOptions;
  #operations = 0;
  readonly #documents = new LRUCache<string, PreparedDocument>(cacheBounds);
  hits = 0;
  misses = 0;

  constructor(options: PreparedDocumentsOptions) {
    this.#options = options;
  }

  /** Number of documents with at least one prepared operation. */
  get size(): number {
    return this.#documents.size;
  }

  /** Document texts and their prepared operations by name, most recently used first. */
  *recent(): Generator<[text: string, operations: ReadonlyMap<string | undefined, ReadyOperation>]> {
    for (const [text, { operations }] of this.#documents.entries()) yield [text, operations];
  }

  /**
   * Returns the operation with this name or, without a name, the only operation of the document.
   * @throws {RequestFailure} if the document cannot be parsed, exceeds a limit, is invalid, or has no such operation
   */
  operation(text: string, name: string | undefined): ReadyOperation {
    const document = this.#documents.get(text);
    const cached = document?.operations.get(name);
    if (cached !== undefined) {
      this.hits++;
      return cached;
    }
    this.misses++;
    const { operation, bytes } = this.#prepare(text, name, document !== undefined);
    const operations = new Map(document?.operations).set(name, operation);
    const total = bytes + (document?.bytes ?? bytesOfText(text));
    this.#documents.set(text, { operations, bytes: total }, { size: total });
    return operation;
  }

  /** @param isValid whether the document was validated when another of its operations was prepared */
  #prepare(text: string, name: string | undefined, isValid: boolean): { operation: ReadyOperation; bytes: number } {
    const { internalDocuments, cacheableFields, costModel, isFree } = this.#options;
    const graph = internalDocuments?.documents.has(text) ? internalDocuments.graph : this.#options.graph;
    const { apiSchema } = graph;
    const document = this.#read(text, apiSchema);
    assertSelectsOne(document, name);
    const { operation, fragments, document: selected } = selectOperation(document, name);
    // Preparing the operation validates only its definitions. Usually, the document has no others.
    if (!isValid && selected.definitions.length < document.definitions.length) assertValid(apiSchema, document);
    const domain = cacheableFields?.domainOf(selected, apiSchema);
    const selectedOperation = { document: selected, text, operationName: name };
    const { prepared, query } =
      operation.operation === 'subscription'
        ? this.#subscriptionOf(selectedOperation)
        : { prepared: graph.prepare(selectedOperation) };
    return {
      operation: {
        prepared,
        document: selected,
        subscription: query,
        cacheable: domain === undefined ? undefined : { domain, id: this.#operations++ },
        isMutation: operation.operation === 'mutation',
        isSubscription: operation.operation === 'subscription',
        usesIntrospection: usesIntrospection(selected),
        withTypedNumbers: (variables) =>
          withTypedNumbers(variables, { schema: apiSchema, definitions: operation.variableDefinitions }),
        cost: isFree ? zeroCost : compileCost({ schema: apiSchema, model: costModel, document: selected, operation }),
      },
      bytes: preparedBytes({ schema: apiSchema, operation, fragments }),
    };
  }

  /** @throws {RequestFailure} if the subscription is invalid or not supported */
  #subscriptionOf(selected: OperationToPrepare & { document: DocumentNode }): PreparedSubscription {
    const { graph: served, subscribing } = this.#options;
    const schema = served.apiSchema;
    if (!schema.getSubscriptionType()) throw subscriptionsUnsupported();
    if (subscribing === undefined) {
      const prepared = served.prepare(selected);
      if (prepared.subscribe === undefined) throw subscriptionsUnsupported();
      return { prepared };
    }
    const { graph, eventTypes } = subscribing;
    const { document } = selected;
    assertValid(schema, document);
    const query = subscriptionQuery({ document, schema, eventTypes });
    if (query === undefined) throw subscriptionsUnsupported();
    return { query, prepared: graph.prepare({ document: query.document }) };
  }

  #read(text: string, schema: GraphQLSchema): DocumentNode {
    try {
      const { limits, costModel } = this.#options;
      const document = parseLimited(text, limits.maxTokens);
      check(validate(schema, document, limitRules(limits, costModel), { maxErrors }));
      return document;
    } catch (error) {
      // A document with thousands of levels exhausts the parser's stack before validation.
      if (error instanceof RangeError)
        throw failure('LIMIT_EXCEEDED', 'The document is nested too deeply. Select fewer levels.');
      throw error;
    }
  }
}

interface PreparedSubscription {
  readonly prepared: PreparedOperation;
  /** The query form of the subscription; absent if the subgraphs send the events. */
  readonly query?: SubscriptionQuery;
}

const zeroCost: CostFunction = () => 0;

const validationFailed = 'GRAPHQL_VALIDATION_FAILED';

function subscriptionsUnsupported(): RequestFailure {
  return failure(validationFailed, 'This graph does not support subscriptions.');
}

/** The prepared operations of one document, and the estimated size in bytes of these and of the document's text. */
interface PreparedDocument {
  readonly operations: ReadonlyMap<string | undefined, ReadyOperation>;
  readonly bytes: number;
}

function bytesOfText(text: string): number {
  return 2 * text.length;
}

function parseLimited(text: string, maxTokens: number): DocumentNode {
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

/** @throws {RequestFailure} GRAPHQL_VALIDATION_FAILED if the document is invalid */
function assertValid(schema: GraphQLSchema, document: DocumentNode): void {
  const errors = validationErrors(schema, document, { rules: [...specifiedRules, ...deferRules], maxErrors });
  check(errors.map((error) => withCode(error, validationFailed)));
}

function check(errors: readonly GraphQLError[]): void {
  if (errors.length > 0) throw new RequestFailure(errors.slice(0, maxErrors));
}

/**
 * Checks that the operation name, or its absence, selects exactly one operation.
 * @throws {RequestFailure} OPERATION_RESOLUTION_FAILURE
 */
function assertSelectsOne(document: DocumentNode, name: string | undefined): void {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name !== undefined) {
    if (operations.some((operation) => operation.name?.value === name)) return;
    throw unresolvedFailure(`The document has no operation named "${name}".`);
  }
  if (operations.length === 0) throw unresolvedFailure('The document has no operation.');
  if (operations.length > 1)
    throw unresolvedFailure('The document has several operations: specify one of them in operationName.');
}

function unresolvedFailure(message: string): RequestFailure {
  return new RequestFailure([requestError('OPERATION_RESOLUTION_FAILURE', message)]);
}
