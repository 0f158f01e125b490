import { createCallbackClient } from '../../../../platform/network/callback-client.js';
import type { Resolve } from '../../../../platform/network/index.js';
import type { TargetSender } from '../../dependencies.js';

/** Within the 15 to 30 seconds that Standard Webhooks recommends. */
export const targetTimeoutSeconds = 15;
const maxResponseBytes = 65_536;

/** Public addresses are allowed; private and loopback ones only with `allowPrivate`. */
export function createTargetSender(options: {
  allowPrivate: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
}): TargetSender {
  const client = createCallbackClient({ timeoutMs: targetTimeoutSeconds * 1000, ...options, connections: 4 });
  return {
    async post(url, { body, headers }) {
      const all = { 'content-type': 'application/json', 'user-agent': 'Rampart-Notifications', ...headers };
      const response = await client.post(url, { body, headers: all });
      // The status decides. What is left of a long body, or of one that never ends, is of no interest.
      await response.body.dump({ limit: maxResponseBytes }).catch(() => undefined);
      return { status: response.statusCode, retryAfter: response.headers['retry-after'] };
    },
    close: client.destroy,
  };
}
