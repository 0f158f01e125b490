import type { IncomingMessage } from 'node:http';
import type { Caller, Interface, RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';

/** A request under way: the context that travels to the domains, until it is ended. */
export interface RequestScope extends RequestContext {
  /** Must be called once the answer is known; it also stops the deadline. */
  end(): void;
}

export interface ScopeOptions {
  readonly caller: Caller;
  readonly via: Interface;
  readonly requestId: string;
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
 * Watches all requests with one timer instead of one each, and makes abort controllers only for those who ask for a signal:
 * a request that ends in time costs an entry in a set. Deadlines are kept to a tenth of a second.
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
    begin(scope) {
      const request = new ActiveRequest(scope, sweeps + lifetime + 1);
      requests.add(request);
      // A plain object with own properties: domains extend the context by spreading it.
      return {
        caller: scope.caller,
        via: scope.via,
        requestId: scope.requestId,
        get signal() {
          return request.signal;
        },
        end: () => void requests.delete(request),
      };
    },
    get active() {
      return requests.size;
    },
    close: () => clearInterval(timer),
  };
}

class ActiveRequest {
  readonly #options: ScopeOptions;
  readonly #lastSweep: number;
  #controller: AbortController | undefined;
  #stopped: DomainError | undefined;

  constructor(options: ScopeOptions, lastSweep: number) {
    this.#options = options;
    this.#lastSweep = lastSweep;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped !== undefined) this.#controller.abort(this.#stopped);
    }
    return this.#controller.signal;
  }

  check(sweep: number): void {
    if (this.#stopped !== undefined) return;
    if (this.#options.message.socket.destroyed) {
      this.#stop(new DomainError('TIMEOUT', 'The client is gone'));
    } else if (sweep >= this.#lastSweep) {
      const error = new DomainError('TIMEOUT', 'The request took too long. Ask for less at once, or try again later.');
      this.#stop(error);
      this.#options.onTimeout?.(error);
    }
  }

  #stop(error: DomainError): void {
    this.#stopped = error;
    this.#controller?.abort(error);
  }
}
