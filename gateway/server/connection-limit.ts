import type { Socket } from 'node:net';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import { plainAddress } from './addresses.js';

/** Limits the concurrent connections of each source. */
export interface ConnectionLimit {
  /** Closes a new connection if its source has the maximum number of connections. */
  readonly admit: (socket: Socket) => void;
}

const logPauseMilliseconds = 60_000;

/**
 * Counts the open connections of each source: an IPv4 address, or the /64 network of an IPv6 address. Connections of
 * trusted proxies are not counted, because they belong to many clients.
 */
export function createConnectionLimit(options: {
  maximum: number;
  isTrustedProxy: (address: string | undefined) => boolean;
  log: Logger;
}): ConnectionLimit {
  const { maximum, isTrustedProxy, log } = options;
  const open = new Map<string, number>();
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function refuse(socket: Socket, source: string): void {
    socket.destroy();
    refused++;
    const now = performance.now();
    if (now - loggedAt < logPauseMilliseconds) return;
    log.warn(
      { source, maximum, refused },
      'a source has reached its maximum number of connections: further ones are closed',
    );
    loggedAt = now;
    refused = 0;
  }

  function release(source: string): void {
    const left = (open.get(source) ?? 1) - 1;
    if (left === 0) open.delete(source);
    else open.set(source, left);
  }

  return {
    admit(socket) {
      const address = plainAddress(socket.remoteAddress);
      if (address === undefined || isTrustedProxy(address)) return;
      const source = rateSubject(address);
      const own = open.get(source) ?? 0;
      if (own >= maximum) return refuse(socket, source);
      open.set(source, own + 1);
      socket.once('close', () => release(source));
    },
  };
}
