import { createCallbackClient } from '../../../../platform/network/callback-client.js';
import type { Resolve } from '../../../../platform/network/index.js';

const responseTimeoutMs = 5000;
const maxResponseBytes = 8192;

/** Sends requests to the notification URLs of mirror clients. */
export interface CallbackSender {
  /**
   * Sends one POST request without following redirects; rejects if there is no response within 5 seconds
   * (specification, part B, section 8).
   */
  post(url: URL, body?: string): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/**
 * Creates a sender that connects only to public addresses or, with `allowPrivate`, also to private and loopback
 * addresses.
 */
export function createCallbackSender(options: { allowPrivate: boolean; resolve?: Resolve }): CallbackSender {
  const client = createCallbackClient({ ...options, connections: 8, timeoutMs: responseTimeoutMs });
  return {
    async post(url, body) {
      const headers = { 'content-type': body === undefined ? 'text/plain; charset=utf-8' : 'application/json' };
      const response = await client.post(url, { headers, body: body ?? '' });
      return { status: response.statusCode, text: await readShortText(response.body) };
    },
    close: client.close,
  };
}

async function readShortText(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxResponseBytes) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}
