import type { PolicyZone, TsigKey } from '../../../../platform/configuration/index.js';
import type { Semaphore } from '../../../../platform/semaphore.js';
import type { BlockListScope } from '../../blocklist/index.js';
import type { ZoneDependencies } from '../../dependencies.js';
import type { NotifyMessage } from '../../sources/index.js';
import type { ClientLog } from './client-log.js';

/** The state that all parts of a process's DNS server share. */
export interface DnsServer {
  readonly dependencies: ZoneDependencies;
  readonly clients: ClientLog;
  /** Limits the number of concurrent transfers, because each holds a database connection. */
  readonly transfers: Semaphore;
  /** Clock for signatures; returns Unix epoch milliseconds. */
  readonly now: () => number;
  /** Time within which the next query of a connection must arrive, in milliseconds. */
  readonly idleTimeoutMs: number;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  /**
   * Called for NOTIFY messages (RFC 1996).
   * @returns whether the message was accepted: it is from the primary server of a zone source, and is signed with the
   * key of the source, if there is one
   */
  readonly onNotify: (message: NotifyMessage) => Promise<boolean>;
}

/** The transport of a query, and of its response. */
export interface Exchange {
  readonly transport: 'udp' | 'tcp';
  /** IP address of the client. */
  readonly address: string;
  send(message: Buffer): Promise<void>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The scope of the block list that a policy zone contains. */
export function scopeOfZone({ tenantId }: PolicyZone): BlockListScope {
  return tenantId === null ? {} : { tenants: [tenantId] };
}

/** The TSIG key that clients of a policy zone must sign with; null if the zone has none. */
export function keyOf(server: Pick<DnsServer, 'dependencies'>, { key }: PolicyZone): TsigKey | null {
  return server.dependencies.settings.tsigKeys.find(({ name }) => name === key) ?? null;
}
