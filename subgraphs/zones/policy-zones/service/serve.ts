import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from '../../../../platform/semaphore.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { ClientLog } from './client-log.js';
import type { DnsServer } from './context.js';
import { listen } from './listen.js';
import { claimZones } from './transfer.js';
import { watchSerials } from './watch-serials.js';

/** Maximum number of concurrent transfers: each holds a database connection while the client reads. */
const maxTransfers = 2;
const retryMs = 5000;
const defaultIdleTimeoutMs = 30_000;

interface ServeOptions {
  readonly onNotify: DnsServer['onNotify'];
  /** Clock for signatures; returns Unix epoch milliseconds. Default: the clock of the machine. */
  readonly now?: () => number;
  /** Time within which the next query of a connection must arrive, in milliseconds. Default: 30,000. */
  readonly idleTimeoutMs?: number;
}

/**
 * Serves the configured policy zones over DNS, and receives NOTIFY messages, until the returned function is
 * called. Does nothing if neither is configured. If it cannot listen, for example because a process that is being
 * replaced still uses the port, it retries every {@link retryMs}.
 */
export function serveDns(
  dependencies: ZoneDependencies,
  { onNotify, now = Date.now, idleTimeoutMs = defaultIdleTimeoutMs }: ServeOptions,
): () => void {
  const { policyZones, receiveNotify, host, port } = dependencies.configuration.dns;
  if (policyZones.length === 0 && !receiveNotify) return () => {};
  const stopping = new AbortController();
  const { signal } = stopping;
  const clients = new ClientLog(dependencies);
  const server = {
    dependencies,
    clients,
    transfers: new Semaphore(maxTransfers),
    now,
    idleTimeoutMs,
    signal,
    onNotify,
  };
  const { log } = dependencies;
  async function start(): Promise<void> {
    while (!signal.aborted) {
      try {
        await claimZones(server);
        await listen(server);
        log.info({ host, port }, 'listening for DNS');
        return;
      } catch (error) {
        log.error(
          { err: error, host, port },
          'cannot listen for DNS: check [dns] host and port, and the database; retrying',
        );
        await wait(retryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }
  void start();
  void watchSerials(server);
  return () => stopping.abort();
}
