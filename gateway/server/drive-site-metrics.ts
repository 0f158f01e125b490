import { Gauge, type Metric } from 'prom-client';

/** State of a document site that is followed. */
export interface DriveSiteState {
  /** Hostname and path. */
  readonly site: string;
  readonly state: 'connected' | 'paused' | 'failing' | 'disconnected';
  readonly failures: number;
  /** Unix epoch seconds; null before the first successful sync. */
  readonly lastSyncAt: number | null;
}

const states = ['connected', 'paused', 'failing', 'disconnected'] as const;
/** An instance follows at most so many sites, so labels are bounded. */
const maxSites = 100;

/** Metrics of the followed sites, from one read of the database for each response. Every process reports the same. */
export function driveSiteMetrics(read: () => Promise<readonly DriveSiteState[]>): Metric[] {
  let reading: Promise<readonly DriveSiteState[]> | undefined;

  /** None while the database is unavailable, which other metrics report. */
  function sites(): Promise<readonly DriveSiteState[]> {
    reading ??= read()
      .then((found) => found.slice(0, maxSites))
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  const common = { aggregator: 'max' as const, registers: [] };
  const counts = new Gauge({
    ...common,
    name: 'rampart_drive_sites',
    help: 'Followed document sites, by state: connected, paused, failing, disconnected.',
    labelNames: ['state'],
    async collect() {
      const found = await sites();
      this.reset();
      if (found.length === 0) return;
      for (const state of states) this.set({ state }, found.filter((site) => site.state === state).length);
    },
  });
  const failures = new Gauge({
    ...common,
    name: 'rampart_drive_site_failures',
    help: 'Consecutive failures of a followed document site.',
    labelNames: ['site'],
    async collect() {
      const found = await sites();
      this.reset();
      for (const { site, failures: count } of found) this.set({ site }, count);
    },
  });
  const synced = new Gauge({
    ...common,
    name: 'rampart_drive_site_synced_timestamp_seconds',
    help: 'End of the last successful sync of a followed document site, in Unix epoch seconds.',
    labelNames: ['site'],
    async collect() {
      const found = await sites();
      this.reset();
      for (const { site, lastSyncAt } of found) if (lastSyncAt !== null) this.set({ site }, lastSyncAt);
    },
  });
  return [counts, failures, synced];
}
