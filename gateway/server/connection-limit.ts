import type { Socket } from 'node:net';
import type { Logger } from '../../platform/log.js';
import { rateSubject } from '../../platform/rate-subject.js';
import { plainAddress } from './addresses.js';
import type { SharedCounts } from './shared-counts.js';
import { SharedResourceCounts } from './shared-resource-counts.js';

/** Limits the number of concurrent connections of each source address. */
export interface ConnectionLimit {
  /** Closes a new connection if its source already has the maximum number of connections. */
  readonly admit: (socket: Socket) => void;
}

const logIntervalMs = 60_000;

/**
 * Creates a limit on the open connections of each source: an IPv4 address, or the /64 network of an IPv6 address.
 * Connections of trusted proxies are not counted, because they serve many clients.
 */
export function createConnectionLimit(options: {
  maximum: number;
  isTrustedProxy: (address: string | undefined) => boolean;
  log: Logger;
  sharedCounts?: SharedCounts | undefined;
}): ConnectionLimit {
  const { maximum, isTrustedProxy, log } = options;
  const open = new SharedResourceCounts();
  options.sharedCounts?.register('connections', open, { isHeld: true });
  let rejected = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function reject(socket: Socket, source: string): void {
    socket.destroy();
    rejected++;
    const now = performance.now();
    if (now - loggedAt < logIntervalMs) return;
    log.warn(
      { source, maximum, rejected },
      'a source address has reached its maximum number of open connections: its new connections are closed',
    );
    loggedAt = now;
    rejected = 0;
  }

  return {
    admit(socket) {
      const address = plainAddress(socket.remoteAddress);
      if (address === undefined || isTrustedProxy(address)) return;
      const source = rateSubject(address);
      if (open.countOf(source) >= maximum) return reject(socket, source);
      socket.once('close', open.acquire(source));
    },
  };
}
