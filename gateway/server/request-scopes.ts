import type { IncomingMessage } from 'node:http';
import { anonymous, type Caller, type Interface, type RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';

/** A request under way: the context that travels to the domains, until it is ended. It begins as an anonymous caller's. */
export interface RequestScope extends RequestContext {
  /** Says who the caller is, once that is known. */
  identify(caller: Caller): void;
  /** Must be called once the answer is known; it also stops the deadline. */
  end(): void;
}

export interface ScopeOptions {
  readonly via: Interface;
  readonly requestId: string;
  readonly sourceAddress: string;
  /** The request as node has it; when its connection is gone, the work is aborted. */
  readonly message: IncomingMessage;
  /** Called once when the time is up, to answer the client. The work itself is aborted by the signal. */
  onTimeout?(error: DomainError): void;
}

/** Requests under way, their deadlines and their clients' presence. */
export interface RequestScopes {
  begin(options: ScopeOptions): RequestScope;
  readonly active: number;
  close(): void;
}

const sweepMilliseconds = 100;

/**
 * Watches all requests with one timer instead of one each and without listeners on their connections: a request that ends in
 * time costs an entry in a set. Deadlines are kept to a tenth of a second.
 */
export function createRequestScopes(options: { timeoutSeconds: number }): RequestScopes {
  const requests = new Set<ActiveRequest>();
  const lifetime = Math.max(1, Math.ceil((options.timeoutSeconds * 1000) / sweepMilliseconds));
  let sweeps = 0;
  const timer = setInterval(() => {
    sweeps++;
    for (const request of requests) request.check(sweeps);
  }, sweepMilliseconds);
  timer.unref();

  return {
    begin: (scope) => new ActiveRequest({ scope, requests, lastSweep: sweeps + lifetime + 1 }),
    get active() {
      return requests.size;
    },
    close: () => clearInterval(timer),
  };
}

/**
 * The context is in plain properties, because domains extend it by spreading it. An accessor that made the signal only when
 * it is asked for cost a third of all time of a small request: every object became a shape of its own.
 */
class ActiveRequest implements RequestScope {
  caller: Caller = anonymous;
  readonly via: Interface;
  readonly requestId: string;
  readonly sourceAddress: string;
  readonly signal: AbortSignal;
  readonly startedAt = performance.now();
  readonly #options: { scope: ScopeOptions; requests: Set<ActiveRequest>; lastSweep: number };
  readonly #controller = new AbortController();

  constructor(options: { scope: ScopeOptions; requests: Set<ActiveRequest>; lastSweep: number }) {
    const { scope, requests } = options;
    this.via = scope.via;
    this.requestId = scope.requestId;
    this.sourceAddress = scope.sourceAddress;
    this.signal = this.#controller.signal;
    this.#options = options;
    requests.add(this);
  }

  identify(caller: Caller): void {
    this.caller = caller;
  }

  end(): void {
    this.#options.requests.delete(this);
  }

  check(sweep: number): void {
    const { scope, lastSweep } = this.#options;
    if (this.signal.aborted) return;
    if (scope.message.socket.destroyed) {
      this.#controller.abort(new DomainError('TIMEOUT', 'The client closed the connection'));
    } else if (sweep >= lastSweep) {
      const error = new DomainError('TIMEOUT', 'The request timed out. Request less data at once, or try again later.');
      this.#controller.abort(error);
      scope.onTimeout?.(error);
    }
  }
}
