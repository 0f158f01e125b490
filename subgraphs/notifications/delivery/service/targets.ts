import { Agent, buildConnector, request } from 'undici';
import {
  guardedConnector,
  isCallbackAddress,
  type Resolve,
  resolveBySystem,
} from '../../../../platform/network/index.js';
import { tracedCall } from '../../../../platform/telemetry/index.js';
import type { TargetSender } from '../../dependencies.js';

/** Within the 15 to 30 seconds that Standard Webhooks recommends. */
export const targetSeconds = 15;
const maxResponseBytes = 65_536;

/** Checks each address when connecting: public ones are allowed; private and loopback ones only with `allowPrivate`. */
export function createTargetSender(options: {
  allowPrivate: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
}): TargetSender {
  const { resolve = resolveBySystem, timeoutMs = targetSeconds * 1000 } = options;
  const guard = { resolve, isAllowed: (address: string) => isCallbackAddress(address, options) };
  const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: timeoutMs }));
  const agent = new Agent({ connections: 4, connect });
  return {
    async post(url, { body, headers }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const all = { 'content-type': 'application/json', 'user-agent': 'Rampart-Notifications', ...headers };
      const response = await tracedCall({ method: 'POST', url }, () =>
        request(url, { method: 'POST', headers: all, body, dispatcher: agent, signal }),
      );
      const { 'retry-after': retryAfter } = response.headers;
      // The status decides. What is left of a long body, or of one that never ends, is of no interest.
      await response.body.dump({ limit: maxResponseBytes, signal }).catch(() => undefined);
      return { status: response.statusCode, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
    },
    close: () => agent.destroy(),
  };
}
