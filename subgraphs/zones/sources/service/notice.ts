import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { runJobNow } from '../../../../platform/jobs.js';
import { hastenSource } from '../repository.js';
import { pullJob } from '../vocabulary.js';
import type { PullDependencies } from './runtime.js';

/** Minimum time between attempts, so that forged notices cost the primary server little. */
const minPauseMs = 10_000;

/**
 * Pulls a zone soon, because a server says that it has changed (RFC 1996).
 * @param notice.address IP address of the server
 * @param notice.key name of the TSIG key of its message; null if it is not signed
 * @returns whether the server is the primary of a zone with an `axfr` source, and the key is that of the source
 */
export async function pullOnNotice(
  { database, clock, configuration, settings }: PullDependencies,
  { zone, address, key }: { zone: string; address: string; key: string | null },
): Promise<boolean> {
  if (!configuration.dns.receiveNotify) return false;
  const name = zone === '' ? 'root' : zone;
  const source = settings.sources.find((each) => each.zone === name);
  if (source?.kind !== 'axfr') return false;
  if ((source.key?.toLowerCase().replace(/\.$/, '') ?? null) !== key) return false;
  if (!(await addressesOf(source.host)).includes(address)) return false;
  await database.transaction(async (sql) => {
    await hastenSource(sql, { zone: name, now: clock.now(), pause: minPauseMs });
    await runJobNow(sql, { name: pullJob, payload: {}, key: `${pullJob} now` });
  });
  return true;
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
