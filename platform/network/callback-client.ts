import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { tracedCall } from '../telemetry/index.js';
import { isAllowedTarget } from './address-scope.js';
import { guardedConnector, type Resolve, resolveBySystem } from './guarded-connector.js';

/** Sends requests to URLs that clients and operators have registered. */
export interface CallbackClient {
  /** Sends a POST request without following redirects. The request and its response are aborted after `timeoutMs`. */
  post(
    url: URL,
    message: { body: string; headers: Readonly<Record<string, string>> },
  ): Promise<Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>>;
  /** Closes the client after requests in progress have completed. */
  close(): Promise<void>;
  /** Closes the client and aborts requests in progress. */
  destroy(): Promise<void>;
}

/**
 * Creates a client that checks each address when connecting: public addresses are allowed; private and loopback
 * addresses only with `allowPrivate`.
 * @param options.connections maximum number per origin
 */
export function createCallbackClient(options: {
  allowPrivate: boolean;
  connections: number;
  timeoutMs: number;
  resolve?: Resolve | undefined;
}): CallbackClient {
  const { connections, timeoutMs, resolve = resolveBySystem } = options;
  const guard = { resolve, isAllowed: (address: string) => isAllowedTarget(address, options) };
  const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: timeoutMs }));
  const dispatcher = new Agent({ connections, connect });
  return {
    post: (url, message) =>
      tracedCall({ method: 'POST', url }, () =>
        request(url, { method: 'POST', ...message, dispatcher, signal: AbortSignal.timeout(timeoutMs) }),
      ),
    close: () => dispatcher.close(),
    destroy: () => dispatcher.destroy(),
  };
}
