import { anonymous, type Caller, type Interface, type RequestContext } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';

/**
 * A request in progress, which is also its context for the domains. The caller is anonymous until `identify` is called.
 */
export interface RequestScope extends RequestContext {
  /** Sets the caller after authentication. */
  identify(caller: Caller): void;
  /** Ends the request and stops its timeout. Must be called when the response is known. */
  end(): void;
}

export interface ScopeOptions {
  readonly via: Interface;
  readonly requestId: string;
  readonly sourceAddress: string;
  /** The Node.js request, or a call on a shared connection. The work is aborted if its connection closes. */
  readonly message: { readonly socket: { readonly destroyed: boolean } };
  /** Called once if the request times out, to respond to the client. The signal then aborts the work. */
  onTimeout?(error: DomainError): void;
}

/** The requests in progress, with their timeouts and connections. */
export interface RequestScopes {
  begin(options: ScopeOptions): RequestScope;
  readonly active: number;
  close(): void;
}

const sweepMs = 100;

/**
 * Creates the scopes of requests in progress. One timer watches all requests, and none has listeners on its connection,
 * so a request costs only an array element. Timeouts have a resolution of a tenth of a second.
 */
export function createRequestScopes(options: { timeoutSeconds: number }): RequestScopes {
  // Not a set, which would retain requests that have ended (docs/decisions/0127).
  const requests: ActiveRequest[] = [];
  const lifetimeSweeps = Math.max(1, Math.ceil((options.timeoutSeconds * 1000) / sweepMs));
  let sweeps = 0;
  const timer = setInterval(() => {
    sweeps++;
    for (const request of [...requests]) request.check(sweeps);
  }, sweepMs);
  timer.unref();

  return {
    begin: (scope) => new ActiveRequest({ scope, requests, lastSweep: sweeps + lifetimeSweeps + 1 }),
    get active() {
      return requests.length;
    },
    close: () => clearInterval(timer),
  };
}

/**
 * A request in progress. The context has plain properties, because domains copy it with spread syntax. A lazy accessor
 * for the signal would take a third of the time of a small request, because every object would have its own hidden
 * class.
 */
class ActiveRequest implements RequestScope {
  caller: Caller = anonymous;
  readonly via: Interface;
  readonly requestId: string;
  readonly sourceAddress: string;
  readonly signal: AbortSignal;
  readonly startedAt = performance.now();
  readonly #options: { scope: ScopeOptions; requests: ActiveRequest[]; lastSweep: number };
  readonly #controller = new AbortController();
  /** Index in the array of requests in progress. */
  #position: number;

  constructor(options: { scope: ScopeOptions; requests: ActiveRequest[]; lastSweep: number }) {
    const { scope, requests } = options;
    this.via = scope.via;
    this.requestId = scope.requestId;
    this.sourceAddress = scope.sourceAddress;
    this.signal = this.#controller.signal;
    this.#options = options;
    this.#position = requests.push(this) - 1;
  }

  identify(caller: Caller): void {
    this.caller = caller;
  }

  end(): void {
    const { requests } = this.#options;
    if (requests[this.#position] !== this) return;
    const last = requests.pop();
    if (last === undefined || last === this) return;
    last.#position = this.#position;
    requests[last.#position] = last;
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
