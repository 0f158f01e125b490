import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isCallbackAddress } from '../../rules/callback-address.js';

const answerMilliseconds = 5000;
const longestAnswer = 8192;

/** Sends to addresses that clients have named. */
export interface CallbackSender {
  /** One POST, without redirects, answered within 5 seconds (specification, part B, section 8). Rejects otherwise. */
  post(url: URL, body?: string): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** A name is resolved by the connection itself and all its addresses are checked, so none can change in between. */
export function createCallbackSender(options: { allowLoopback: boolean }): CallbackSender {
  const isAllowed = (address: string): boolean => isCallbackAddress(address, options);
  const agent = new Agent({
    connections: 8,
    connect: { lookup: guardedLookup(isAllowed), timeout: answerMilliseconds },
  });
  return {
    async post(url, body) {
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      // A literal address is never looked up.
      if (isIP(literal) !== 0 && !isAllowed(literal)) throw refusedAddress(literal);
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': body === undefined ? 'text/plain; charset=utf-8' : 'application/json' },
        body: body ?? '',
        dispatcher: agent,
        signal: AbortSignal.timeout(answerMilliseconds),
      });
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
    if (length > longestAnswer) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    dns.lookup(hostname, { all: true }).then(
      (found) => {
        const refused = found.find(({ address }) => !isAllowed(address));
        const [first] = found;
        if (refused !== undefined || first === undefined) callback(refusedAddress(hostname), '', 0);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

function refusedAddress(name: string): Error {
  return new Error(`${name} is no public address`);
}
