import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { PreparedDocuments, type ReadyOperation } from '../../documents/index.js';
import {
  type HttpResponse,
  type IncrementalResult,
  isIncremental,
  RequestDeduplicator,
} from '../../execution/index.js';
import type { OperationRequest, PreparedOperation, PublishedGraph, SubscriptionToOpen } from '../../graph.js';
import { type CostModel, type OperationLimits, readCostModel } from '../../limits/index.js';
import { authorizedOperation, type UnauthorizedMode } from '../authorization/authorized-operation.js';
import { Requirements } from '../authorization/requirements.js';
import { withStatusOfRejection } from '../clients/rejected-operations.js';
import { connectSubgraph, type SubgraphConnections } from '../subgraphs/data-source.js';
import { type EngineOptions, openOnEngine } from './engine.js';
import { readHttpSupergraph } from './http-supergraph.js';

export interface GenerationOptions extends SubgraphConnections, EngineOptions {
  /** Whether settings may name subgraphs that are not in the supergraph, for example after a subgraph was removed. */
  readonly allowsUnknownNames: boolean;
  readonly limits: OperationLimits;
  /** How to treat operations that select unauthorized fields; undefined if the subgraphs enforce authorization. */
  readonly unauthorized: UnauthorizedMode | undefined;
}

/**
 * A served supergraph with its own connections and prepared operations. It is closed after the last request that
 * started with it.
 */
export class Generation {
  readonly graph: PublishedGraph;
  readonly documents: PreparedDocuments;
  /** SHA-256 of the SDL in hexadecimal. */
  readonly hash: string;
  /** Whether the gateway enforces authorization, because the supergraph has requirements. */
  readonly authorizes: boolean;
  readonly #end: () => Promise<void>;
  #requestsInProgress = 0;
  #isRetired = false;
  /** Callbacks of the open subscriptions, which inform their clients that another graph has replaced this one. */
  readonly #replacements = new Set<() => void>();

  private constructor(parts: Pick<Generation, 'graph' | 'hash' | 'authorizes'> & GenerationParts) {
    this.hash = parts.hash;
    this.authorizes = parts.authorizes;
    this.graph = {
      apiSchema: parts.graph.apiSchema,
      supergraphSdl: parts.graph.supergraphSdl,
      prepare: (request) => this.#countExecutions(parts.authorize(parts.graph.prepare(request))),
    };
    const { limits, costModel } = parts;
    // If a schema declares no costs or sizes, a cost would be a guess, and could reject operations that its owners
    // intend to serve.
    const isFree = !declaresCosts(costModel);
    this.documents = new PreparedDocuments({ graph: this.graph, limits, costModel, isFree });
    this.#end = parts.end;
  }

  /**
   * Builds the graph of a supergraph in steps, between which requests to the current graph are served.
   * @throws {SupergraphError} if it cannot be served
   */
  static async build(options: GenerationOptions): Promise<Generation> {
    const { supergraphSdl, subgraphs: settings, allowsUnknownNames, limits } = options;
    const configured = settings.byName.keys();
    const { supergraph, subgraphs } = readHttpSupergraph({
      ...{ supergraphSdl, subgraphUrls: settings.urls, configured, allowsUnknownNames },
    });
    await setImmediate();
    const connections = { ...options, reads: new RequestDeduplicator<HttpResponse>() };
    const dataSources = new Map(subgraphs.map((subgraph) => [subgraph.name, connectSubgraph(subgraph, connections)]));
    const disconnect = async () => void (await Promise.all([...dataSources.values()].map((source) => source.close())));
    try {
      const { graph, close } = await openOnEngine(options, { supergraph, dataSources });
      await setImmediate();
      return new Generation({
        ...{ graph, hash: hashOf(supergraphSdl), limits, end: () => close().then(disconnect) },
        ...authorizationOf(options, { graph, requirements: new Requirements(supergraph, supergraphSdl) }),
        costModel: readCostModel(supergraphSdl),
      });
    } catch (error) {
      await disconnect();
      throw error;
    }
  }

  operation(text: string, name: string | undefined): ReadyOperation {
    return this.documents.operation(text, name);
  }

  /** Closes the connections after the last request has ended. */
  retire(): void {
    this.#isRetired = true;
    for (const replaced of [...this.#replacements]) replaced();
    if (this.#requestsInProgress === 0) void this.close();
  }

  async close(): Promise<void> {
    await this.#end();
  }

  #countExecutions(prepared: PreparedOperation): PreparedOperation {
    const { executeIncrementally } = prepared;
    return {
      ...prepared,
      execute: async (request): Promise<ExecutionResult> => {
        const end = this.#begin();
        try {
          return withStatusOfRejection(await prepared.execute(request), request.context);
        } finally {
          end();
        }
      },
      executeIncrementally:
        executeIncrementally && ((request) => this.#inParts(request, () => executeIncrementally(request))),
      ...(prepared.subscribe && { subscribe: (request) => this.#subscribe(prepared, request) }),
    };
  }

  /** Opens a subscription. It counts as a request in progress until the signal of its context aborts. */
  async #subscribe(prepared: PreparedOperation, request: SubscriptionToOpen): Promise<Subscribed> {
    const replaced = () => request.onReplaced?.();
    const end = this.#begin();
    this.#replacements.add(replaced);
    const leave = (): void => {
      this.#replacements.delete(replaced);
      end();
    };
    request.context.signal.addEventListener('abort', leave, { once: true });
    if (this.#isRetired) replaced();
    return (await prepared.subscribe?.(request)) ?? { errors: [] };
  }

  async #inParts(
    { context }: OperationRequest,
    execute: () => Promise<ExecutionResult | IncrementalResult>,
  ): Promise<ExecutionResult | IncrementalResult> {
    const end = this.#begin();
    try {
      const result = await execute();
      if (!isIncremental(result)) return withStatusOfRejection(result, context);
      return { ...result, subsequentResults: untilEnded(result.subsequentResults, this.#begin()) };
    } finally {
      end();
    }
  }

  /** Records that a request is in progress; returns a function that ends it. */
  #begin(): () => void {
    this.#requestsInProgress++;
    return () => {
      this.#requestsInProgress--;
      if (this.#isRetired && this.#requestsInProgress === 0) void this.close();
    };
  }
}

async function* untilEnded<Item>(items: AsyncIterable<Item>, end: () => void): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } finally {
    end();
  }
}

type Subscribed = Awaited<ReturnType<NonNullable<PreparedOperation['subscribe']>>>;

interface GenerationParts {
  authorize(prepared: PreparedOperation): PreparedOperation;
  end(): Promise<void>;
  readonly limits: OperationLimits;
  readonly costModel: CostModel;
}

function authorizationOf(
  { unauthorized }: GenerationOptions,
  parts: { readonly graph: PublishedGraph; readonly requirements: Requirements },
): Pick<Generation, 'authorizes'> & Pick<GenerationParts, 'authorize'> {
  if (unauthorized === undefined || parts.requirements.isEmpty)
    return { authorizes: false, authorize: (prepared) => prepared };
  return { authorizes: true, authorize: (prepared) => authorizedOperation(prepared, { ...parts, mode: unauthorized }) };
}

export function hashOf(supergraphSdl: string): string {
  return createHash('sha256').update(supergraphSdl).digest('hex');
}

function declaresCosts({ fields, types, inputFields }: CostModel): boolean {
  return fields.size + types.size + inputFields.size > 0;
}
