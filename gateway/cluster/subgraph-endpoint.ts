import { anonymous } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { acquireFromWindow } from '../../platform/rate-windows.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { maskErrors } from '../errors/index.js';
import { type FetchResult, InProcessDataSource } from '../execution/index.js';
import type { RequestScopes, ScopeOptions } from '../server/index.js';
import { traceOperation } from '../tracing/index.js';
import type { Call } from './signed-call.js';
import type { SubgraphDocument, SubgraphDocuments } from './subgraph-documents.js';

export interface SubgraphEndpointOptions {
  readonly subgraph: Pick<Subgraph, 'schema' | 'createContext'>;
  readonly documents: SubgraphDocuments;
  readonly scopes: RequestScopes;
  readonly database: Pick<Database, 'guard'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The body of a call: the operation of a query plan that the gateway sends. */
interface SentOperation {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
}

/** A call whose signature and body are verified, and the message that contains it. */
interface VerifiedCall extends Pick<ScopeOptions, 'message'> {
  readonly call: Call;
  readonly body: Buffer;
}

const mutationScope = 'cluster.mutation';
/** Length in seconds of the rate-limit window that admits a mutation once; longer than the lifetime of a call. */
const mutationWindowSeconds = 60;

/** Executes verified calls against one subgraph. */
export class SubgraphEndpoint {
  readonly #options: SubgraphEndpointOptions;
  readonly #dataSource: InProcessDataSource;

  constructor(options: SubgraphEndpointOptions) {
    this.#options = options;
    this.#dataSource = new InProcessDataSource(options.subgraph);
  }

  /**
   * Executes a call and sends the result as JSON, once. Unexpected errors are logged here with the gateway's request
   * id.
   */
  async respond(received: VerifiedCall, send: (result: string) => void): Promise<void> {
    const { call } = received;
    let isSent = false;
    const sendOnce = ({ data, errors = [] }: FetchResult): void => {
      if (isSent) return;
      const maskedErrors = errors.length === 0 ? undefined : maskErrors(errors, { ...this.#options, ...call });
      // Gateways expect errors before data (`writesErrorsFirst`).
      const result = JSON.stringify({ errors: maskedErrors, data });
      isSent = true;
      send(result);
    };
    try {
      sendOnce(await this.#execute(received, (error) => sendOnce({ errors: [error] })));
    } catch (error) {
      // `sendOnce` masks the error like any other error of the response.
      sendOnce({ errors: [error as Error] });
    }
  }

  async #execute({ message, call, body }: VerifiedCall, onTimeout: (error: DomainError) => void): Promise<FetchResult> {
    const { query, operationName, variables = {} }: SentOperation = JSON.parse(body.toString('utf8'));
    const document = this.#options.documents.read(query);
    await this.#claimMutation(document, call);
    if (message.socket.destroyed) throw new DomainError('TIMEOUT', 'The call was cancelled');
    const { caller = anonymous, via, sourceAddress, requestId } = call;
    const context = this.#options.scopes.begin({ via, sourceAddress, requestId, onTimeout, message });
    context.identify(caller);
    try {
      const execute = () => this.#dataSource.execute({ ...document, operationName, variables, context });
      return await traceOperation(execute, { ...document, operationName });
    } finally {
      context.end();
    }
  }

  /** Claims a mutation in the database, so all replicas of the subgraph together execute it at most once. */
  async #claimMutation({ isMutation }: SubgraphDocument, { id, at }: Call): Promise<void> {
    if (!isMutation) return;
    const window = { scope: mutationScope, subject: id, seconds: mutationWindowSeconds, limit: 1 };
    // The window is derived from the time of the call, so it is the same for all replicas and replays.
    const { acquired } = await this.#options.database.guard((sql) => acquireFromWindow(sql, window, at / 1000));
    if (!acquired) throw new DomainError('CONFLICT', 'The signed call was already used');
  }
}
