import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { recordNotify } from '../repository/sources.js';
import { notifyPauseMs } from '../vocabulary.js';
import { pullLater } from './pull-later.js';
import type { PullDependencies } from './runtime.js';

/** Minimum time between two writes for a zone, because the addresses of messages can be forged. */
const minWriteIntervalMs = 1000;
/** Time for which the addresses of a primary server are cached. */
const addressLifetimeMs = 60_000;
/** Time for which a failed lookup is cached. */
const failureLifetimeMs = 5000;

/** A NOTIFY message. */
export interface NotifyMessage {
  /** Name of the zone in lower case, without a trailing dot; empty for the root zone. */
  readonly zone: string;
  /** IP address of the server. */
  readonly address: string;
  /** Name of the TSIG key of the message; null if it is not signed. */
  readonly key: string | null;
}

type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Creates the receiver of NOTIFY messages (RFC 1996), which schedules a pull of the zone. It returns whether the
 * message is accepted: NOTIFY is enabled, and the sender is the primary server of an `axfr` source and has signed with
 * the key of the source, if there is one. Rejected messages cause no database query. If more messages about the zone
 * arrive within a second, they cause one more write in total, at the end of the second.
 */
export function notifyReceiver(
  dependencies: Pick<PullDependencies, 'database' | 'clock' | 'configuration' | 'settings' | 'log'>,
  resolve: Resolve = addressesOf,
): (message: NotifyMessage) => Promise<boolean> {
  const { configuration, settings, log } = dependencies;
  // Both maps have at most one entry for each source.
  const addresses = new AddressCache(resolve);
  const writes = new Map<string, { isRepeated: boolean }>();
  async function write(zone: string): Promise<void> {
    const state = { isRepeated: false };
    writes.set(zone, state);
    setTimeout(() => {
      writes.delete(zone);
      if (!state.isRepeated) return;
      write(zone).catch((error: unknown) => log.warn({ err: error, zone }, 'recording a NOTIFY message failed'));
    }, minWriteIntervalMs).unref();
    await pullSoon(dependencies, zone);
  }
  return async ({ zone, address, key }) => {
    if (!configuration.dns.receiveNotify) return false;
    const name = zone === '' ? 'root' : zone;
    const source = settings.sources.find((each) => each.zone === name);
    if (source?.kind !== 'axfr') return false;
    if ((source.key?.toLowerCase().replace(/\.$/, '') ?? null) !== key) return false;
    if (!(await addresses.get(source.host)).includes(address)) return false;
    const recent = writes.get(name);
    if (recent === undefined) await write(name);
    else recent.isRepeated = true;
    return true;
  };
}

/** Records the message, and runs the job when the zone may be pulled. */
async function pullSoon({ database, clock }: Pick<PullDependencies, 'database' | 'clock'>, zone: string) {
  const now = clock.now();
  await database.transaction(async (sql) => {
    const source = await recordNotify(sql, { zone, now, pauseMs: notifyPauseMs });
    await pullLater(sql, { zone, delayMs: (source?.nextAttemptAt ?? now) - now });
  });
}

class AddressCache {
  readonly #resolve: Resolve;
  readonly #entries = new Map<string, { until: number; found: Promise<readonly string[]> }>();

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  async get(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const cached = this.#entries.get(host);
    if (cached !== undefined && performance.now() < cached.until) return await cached.found;
    const entry = { until: performance.now() + addressLifetimeMs, found: this.#resolve(host).catch(() => []) };
    this.#entries.set(host, entry);
    const found = await entry.found;
    if (found.length === 0) entry.until = performance.now() + failureLifetimeMs;
    return found;
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
