import { SecurityAudit } from '../platform/audit/index.js';
import { openDatabase } from '../platform/database/index.js';
import { JobRuns } from '../platform/jobs.js';
import { SecurityEvents } from '../platform/security-events.js';
import type { Platform } from '../platform/subgraph.js';
import { startTelemetry } from '../platform/telemetry/index.js';
import type { RampartOptions } from './running.js';

/** The platform services of a server process. */
export interface ProcessServices extends Required<Omit<Platform, 'access' | 'telemetry'>>, Pick<Platform, 'telemetry'> {
  /** Closes the services. Call this after everything that uses them has stopped. */
  closeServices(): Promise<void>;
}

/** Opens the database, the security log and, if the settings have a collector, the recording of traces. */
export async function openProcessServices(options: RampartOptions): Promise<ProcessServices> {
  const { configuration, clock, log } = options;
  const telemetry = await startTelemetry(options);
  const database = await openDatabase({ configuration, log });
  const audit = new SecurityAudit({ database, log });
  const securityEvents = new SecurityEvents({ log, audit });
  return {
    ...{ configuration, database, clock, log, securityEvents, telemetry, jobRuns: new JobRuns() },
    async closeServices() {
      await audit.close();
      await database.close();
      await telemetry?.stop();
    },
  };
}
