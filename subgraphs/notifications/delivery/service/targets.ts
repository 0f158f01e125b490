import { createCallbackClient } from '../../../../platform/network/callback-client.js';
import type { Resolve } from '../../../../platform/network/index.js';
import type { TargetSender } from '../../dependencies.js';

/** Timeout of a request to a target, in seconds. Standard Webhooks recommends 15 to 30 seconds. */
export const targetTimeoutSeconds = 15;
/** Maximum number of rules for which a process sends messages at the same time, possibly all to the same target. */
export const maxSenders = 8;
const maxResponseBytes = 65_536;

/**
 * Creates a sender that connects only to public IP addresses or, with `allowPrivate`, also to private and loopback
 * addresses.
 */
export function createTargetSender(options: {
  allowPrivate: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
}): TargetSender {
  const client = createCallbackClient({ timeoutMs: targetTimeoutSeconds * 1000, ...options, connections: maxSenders });
  return {
    async post(url, { body, headers }) {
      const all = { 'content-type': 'application/json', 'user-agent': 'Rampart-Notifications', ...headers };
      const response = await client.post(url, { body, headers: all });
      // Only the status matters; the rest of a long or endless body is not read.
      await response.body.dump({ limit: maxResponseBytes }).catch(() => undefined);
      return { status: response.statusCode, retryAfter: response.headers['retry-after'] };
    },
    close: client.destroy,
  };
}
