import { Gauge, type Metric } from 'prom-client';

/** State of a source from which a zone is pulled. */
export interface ZoneSourceState {
  readonly zone: string;
  readonly state: string;
  readonly currentAt: Date | null;
}

/** Metrics of the sources of zones, from one read of the database for each response. Every process reports the same. */
export function zoneSourceMetrics(read: () => Promise<readonly ZoneSourceState[]>): Metric[] {
  let reading: Promise<readonly ZoneSourceState[]> | undefined;

  /** None while the database is unavailable, which other metrics report. */
  function sources(): Promise<readonly ZoneSourceState[]> {
    reading ??= read()
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  const states = new Gauge({
    name: 'rampart_zone_sources',
    help: 'Zones with a source, by state: pending, current, failing, stale.',
    labelNames: ['state'],
    aggregator: 'max',
    registers: [],
    async collect() {
      const found = await sources();
      this.reset();
      if (found.length === 0) return;
      for (const state of ['pending', 'current', 'failing', 'stale']) {
        this.set({ state }, found.filter((source) => source.state === state).length);
      }
    },
  });
  const current = new Gauge({
    name: 'rampart_zone_source_current_timestamp_seconds',
    help: 'Time at which a zone with a source was last known to be current, in Unix epoch seconds.',
    labelNames: ['zone'],
    aggregator: 'max',
    registers: [],
    async collect() {
      const found = await sources();
      this.reset();
      for (const { zone, currentAt } of found) if (currentAt !== null) this.set({ zone }, currentAt.getTime() / 1000);
    },
  });
  return [states, current];
}
