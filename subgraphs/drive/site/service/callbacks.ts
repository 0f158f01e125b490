import { Agent, buildConnector, request } from 'undici';
import { DomainError } from '../../../../platform/domain-error.js';
import { isLongerThan, maxCharacters } from '../../../../platform/input-limits.js';
import {
  guardedConnector,
  isCallbackAddress,
  type Resolve,
  resolveBySystem,
} from '../../../../platform/network/index.js';
import { tracedCall } from '../../../../platform/telemetry/index.js';
import { isLoopbackUrl } from '../../network.js';

/**
 * A valid notification URL: https, or http on a loopback address.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function callbackUrl(written: string): URL {
  const url = !isLongerThan(written, maxCharacters.callbackUrl) && URL.canParse(written) ? new URL(written) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '') {
    throw new DomainError('BAD_USER_INPUT', 'notificationUrl must be an https URL', {
      argument: 'notificationUrl',
    });
  }
  url.hash = '';
  return url;
}

const answerMilliseconds = 5000;
const maxAnswerBytes = 8192;

/** Sends requests to the notification URLs of clients. */
export interface CallbackSender {
  /** Sends one POST without following redirects; rejects after 5 seconds (specification, part B, section 8). */
  post(url: URL, body?: string): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** Checks each address when connecting: public ones are allowed; private and loopback ones only with `allowPrivate`. */
export function createCallbackSender(options: { allowPrivate: boolean; resolve?: Resolve }): CallbackSender {
  const { resolve = resolveBySystem } = options;
  const guard = { resolve, isAllowed: (address: string) => isCallbackAddress(address, options) };
  const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: answerMilliseconds }));
  const agent = new Agent({ connections: 8, connect });
  return {
    async post(url, body) {
      const headers = { 'content-type': body === undefined ? 'text/plain; charset=utf-8' : 'application/json' };
      const signal = AbortSignal.timeout(answerMilliseconds);
      const answer = await tracedCall({ method: 'POST', url }, () =>
        request(url, { method: 'POST', headers, body: body ?? '', dispatcher: agent, signal }),
      );
      return { status: answer.statusCode, text: await shortText(answer.body) };
    },
    close: () => agent.close(),
  };
}

async function shortText(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxAnswerBytes) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}
