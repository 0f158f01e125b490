import type { ZoneDependencies } from '../../dependencies.js';
import { addRejections, addTransfers, deleteExcessClients, recordRequests } from '../repository.js';

interface TransferCount {
  readonly zone: string;
  readonly address: string;
  serial: number;
  at: number;
  fullTransfers: number;
  incrementalTransfers: number;
}

interface RejectionCount {
  readonly zone: string;
  count: number;
  reason: string;
  at: number;
}

interface ZoneClient {
  readonly zone: string;
  readonly address: string;
}

/** Maximum number of clients that are recorded between two writes; further ones are ignored. */
const maxClients = 1000;

/** Maximum number of stored clients per zone; those that were seen longest ago are removed. */
const maxStoredClients = 100;

/** Counts transfers and rejected queries, and stores the counts periodically, so a rejected query causes no write. */
export class ClientLog {
  readonly #dependencies: Pick<ZoneDependencies, 'database' | 'clock'>;
  #transfers = new Map<string, TransferCount>();
  #requests = new Map<string, ZoneClient & { at: number }>();
  #rejections = new Map<string, RejectionCount>();

  constructor(dependencies: Pick<ZoneDependencies, 'database' | 'clock'>) {
    this.#dependencies = dependencies;
  }

  recordTransfer({ zone, address, serial, isFull }: ZoneClient & { serial: number; isFull: boolean }): void {
    const key = `${zone} ${address}`;
    const none = { zone, address, serial, at: 0, fullTransfers: 0, incrementalTransfers: 0 };
    const count = this.#transfers.get(key) ?? none;
    if (count === none && this.#transfers.size >= maxClients) return;
    count.serial = serial;
    count.at = this.#dependencies.clock.now();
    count[isFull ? 'fullTransfers' : 'incrementalTransfers']++;
    this.#transfers.set(key, count);
  }

  /** Records an SOA query or a transfer by a client that may read the zone. */
  recordRequest({ zone, address }: ZoneClient): void {
    const key = `${zone} ${address}`;
    if (!this.#requests.has(key) && this.#requests.size >= maxClients) return;
    this.#requests.set(key, { zone, address, at: this.#dependencies.clock.now() });
  }

  /** @param rejection.zone name of a configured zone; empty if the query is for none, or was not parsed */
  recordRejection({ zone, reason }: { zone: string; reason: string }): void {
    const count = this.#rejections.get(zone) ?? { zone, count: 0, reason, at: 0 };
    this.#rejections.set(zone, { zone, count: count.count + 1, reason, at: this.#dependencies.clock.now() });
  }

  /** Stores the counts since the last call. Counts of a failed write are lost. */
  async flush(): Promise<void> {
    const transfers = [...this.#transfers.values()];
    const requests = [...this.#requests.values()];
    const rejections = [...this.#rejections.values()];
    this.#transfers = new Map();
    this.#requests = new Map();
    this.#rejections = new Map();
    const { database } = this.#dependencies;
    if (transfers.length > 0) {
      await database.guard((sql) => addTransfers(sql, { added: transfers }));
      await database.guard((sql) => deleteExcessClients(sql, { max: maxStoredClients }));
    }
    if (requests.length > 0) await database.guard((sql) => recordRequests(sql, { requests }));
    if (rejections.length > 0) await database.guard((sql) => addRejections(sql, { added: rejections }));
  }
}
