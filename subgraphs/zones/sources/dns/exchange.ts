import { randomInt } from 'node:crypto';
import type { TsigKey } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { describeFailure } from '../../../../platform/network/index.js';
import { DnsMessage, frames, queryMessage, TsigSession, tsigErrorOf, uint16 } from '../../dns/index.js';
import { sourceFailure } from '../upstream/failure.js';
import { openConnection, type TlsVerification } from './connection.js';

/** A server that is queried for a zone. */
export interface TransferServer {
  readonly host: string;
  readonly port: number;
  /** Name of the zone without a trailing dot; empty for the root. */
  readonly zone: string;
  /** TSIG key of the transfer; null: queries are not signed, and signatures are not verified. */
  readonly key: TsigKey | null;
  /** How the server is verified in a transfer over TLS; null: the transfer uses TCP without TLS. */
  readonly tls: TlsVerification | null;
  readonly signal: AbortSignal;
  /** Returns the current time for TSIG signatures, in Unix epoch milliseconds. */
  readonly now: () => number;
}

/** Idle timeout in milliseconds; it also applies while connecting. */
const idleTimeoutMs = 60_000;

/** Error for a response with an error code. */
export class RejectedQuery extends DomainError {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super('UPSTREAM_FAILED', message, { reason: 'zone_source' });
    this.responseCode = responseCode;
  }
}

/**
 * Sends a query over TCP and returns the messages of the response, verified if the query was signed. The consumer ends
 * the exchange, because the messages do not indicate which is the last one; it must call `assertComplete` before it
 * uses the records.
 */
export class Exchange {
  readonly #server: TransferServer;
  readonly #session: TsigSession | undefined;
  readonly #query: { type: number; serial?: number };
  /** Number of bytes received. */
  bytes = 0;

  constructor(server: TransferServer, query: { type: number; serial?: number }) {
    this.#server = server;
    this.#query = query;
    this.#session = server.key === null ? undefined : new TsigSession(server.key, server.now);
  }

  /**
   * Checks that all messages are covered by signatures, if the query was signed.
   * @throws {DomainError} UPSTREAM_FAILED if a message is not covered by a signature
   */
  assertComplete(): void {
    if (this.#session?.isComplete === false)
      throw sourceFailure('the last message of the transfer is not signed (TSIG)');
  }

  /**
   * Connects, sends the query, and yields the messages of the response.
   * @throws {DomainError} UPSTREAM_FAILED if the connection fails, a message is malformed or has a wrong signature, or
   *   the server rejects the query ({@link RejectedQuery})
   */
  async *messages(): AsyncGenerator<DnsMessage> {
    const { host, zone, signal } = this.#server;
    const id = randomInt(0x10000);
    const query = queryMessage({ ...this.#query, id, zone });
    const signed = this.#session?.sign(query) ?? query;
    const { socket, ready } = openConnection(this.#server);
    socket.setTimeout(idleTimeoutMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    try {
      await ready;
      socket.write(Buffer.concat([uint16(signed.length), signed]));
      for await (const bytes of frames(socket)) {
        this.bytes += bytes.length;
        const message = new DnsMessage(bytes);
        this.#assertResponse(message, id);
        this.#session?.verify(message);
        yield message;
      }
    } catch (error) {
      if (signal.aborted || error instanceof DomainError) throw error;
      throw sourceFailure(`${host} cannot be reached, or ended the transfer: ${describeFailure(error)}`, {
        cause: error,
      });
    } finally {
      socket.destroy();
    }
  }

  #assertResponse(message: DnsMessage, id: number): void {
    const { host, zone } = this.#server;
    if (!message.isResponse || message.id !== id)
      throw sourceFailure(`${host} sent a message that is not a response to the query`);
    const code = message.responseCode;
    if (code === 0) return;
    const reason = tsigErrorOf(message);
    const signature = reason === undefined ? '' : `; it rejected the TSIG signature: ${reason}`;
    const name = zone === '' ? 'the root zone' : zone;
    throw new RejectedQuery(code, `${host} rejected the query for ${name}: ${codeNames[code] ?? code}${signature}`);
  }
}

const codeNames: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL (it may have no current version of the zone)',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED (it does not permit transfers to this address or key)',
  9: 'NOTAUTH (it does not serve the zone, or does not accept the key)',
};
