import { setTimeout as wait } from 'node:timers/promises';
import type { PolicyZone } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { selectNotifyResults } from '../repository.js';
import type { DnsServer } from './context.js';
import { notifySecondary } from './notify.js';
import { readSerial } from './transfer.js';

const pauseMs = 1000;

/**
 * Notifies secondary servers of each change of a zone, within about a second, and stores the counts of clients. The
 * serials that servers have confirmed are stored, so a process that starts notifies only servers that have not
 * confirmed the current serial.
 */
export async function watchSerials(server: DnsServer): Promise<void> {
  const { dependencies, clients, signal } = server;
  const watch = new SerialWatch(server);
  while (!signal.aborted) {
    await Promise.all([watch.check(), clients.flush()]).catch((error: unknown) => {
      dependencies.log.debug(
        { err: error },
        'checking the serials of policy zones, or storing the counts of their clients, failed; retrying',
      );
    });
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
  await clients.flush().catch(() => {});
}

class SerialWatch {
  readonly #server: DnsServer;
  /** By zone: the newest serial that its secondary servers were notified of. */
  readonly #notified = new Map<string, number>();
  /** By zone and secondary server: aborts the notification in progress when a newer serial is notified. */
  readonly #running = new Map<string, AbortController>();

  constructor(server: DnsServer) {
    this.#server = server;
  }

  async check(): Promise<void> {
    const { policyZones, secondaries } = this.#server.dependencies.configuration.dns;
    for (const zone of policyZones.filter((each) => secondaries.some((server) => server.zone === each.zone))) {
      const serial = await readSerial(this.#server, zone).catch(ignoreConflict);
      if (serial === undefined) continue;
      if (this.#notified.get(zone.zone) === serial) continue;
      await this.#notify(zone, serial);
      this.#notified.set(zone.zone, serial);
    }
  }

  async #notify(zone: PolicyZone, serial: number): Promise<void> {
    const { database, configuration, log } = this.#server.dependencies;
    const notifyResults = await database.guard((sql) => selectNotifyResults(sql, { zones: [zone.zone] }));
    for (const secondary of configuration.dns.secondaries) {
      const { address, port } = secondary;
      const isCurrent = notifyResults.some(
        (each) => each.address === address && each.port === port && each.serial === serial,
      );
      if (secondary.zone !== zone.zone || isCurrent) continue;
      const key = `${zone.zone} ${address} ${port}`;
      this.#running.get(key)?.abort();
      const newer = new AbortController();
      this.#running.set(key, newer);
      const signal = AbortSignal.any([newer.signal, this.#server.signal]);
      notifySecondary(this.#server, { zone, secondary, serial, signal }).catch((error: unknown) => {
        log.warn({ err: error, zone: zone.zone }, 'notifying a secondary server failed');
      });
    }
  }
}

/** Returns undefined for a zone that another process serves with the hits of another tenant; throws other errors. */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
}
