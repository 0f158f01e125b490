import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InterceptedResponse } from './intercept.js';

/** The kind of a request to the simulated site. */
export type Step = 'token' | 'site' | 'delta' | 'content' | 'download' | 'subscriptions';

export interface FaultyRequest {
  readonly step: Step;
  readonly method: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body of the request as text. */
  readonly body: string;
}

/** A faulty behavior of a site. `faultKinds` creates all of them. */
export interface FaultAction {
  readonly kind: string;
  /** Whether the fault is possible in the response to this request. Otherwise, the fault waits for another request. */
  applies?(request: FaultyRequest): boolean;
  /** Changes the request before the response is sent. */
  prepare?(request: FaultyRequest): void;
  /** Responds instead of the site. */
  respond?(request: FaultyRequest): void;
  /**
   * Changes the regular response. Returns undefined if the fault is not possible in it; the fault then waits for
   * another response.
   */
  change?(
    sent: InterceptedResponse,
    request: FaultyRequest,
  ): InterceptedResponse | undefined | Promise<InterceptedResponse | undefined>;
  /** Number of bytes after which the regular response is cut off. */
  readonly cutAfterBytes?: number;
  /** Whether all requests with the token of this one are rejected from now on. */
  readonly revokes?: true;
}
