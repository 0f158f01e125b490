import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuredAdminTokens, readAdminTokens } from '../../gateway/authentication/index.js';
import { systemClock } from '../../platform/clock.js';
import { changedSettings, loadProcessConfiguration } from '../../platform/configuration/index.js';
import { countOf } from '../../platform/count-of.js';
import { createLog } from '../../platform/log.js';
import { startRampart } from '../rampart.js';
import { recordRunning } from '../record-running.js';
import type { RampartOptions } from '../running.js';
import { serve } from '../serve.js';
import { confirmSampleHits } from './brands.js';
import { demoSettings } from './demo-settings.js';
import { type SampleSite, startSampleSite, syncSampleSite } from './document-site.js';
import { linkSampleEvidence } from './evidence.js';
import { fillSample } from './fill.js';
import { withPolicyZone } from './policy-zone.js';
import { writeSampleLicense } from './sample-controllers.js';
import { describeDemo } from './summary.js';

/**
 * Starts an instance with sample data and a document site, and returns after a signal when both are stopped.
 * @param options.days number of past days with alerts
 */
export async function serveDemo({ dataDir, days }: { dataDir: string; days: number }): Promise<void> {
  const settings = demoSettings({ configured: loadProcessConfiguration(), dataDir });
  const { logLevel } = settings.server;
  const options: RampartOptions = {
    configuration: {
      ...settings,
      dns: await withPolicyZone(settings.dns),
      licenses: { ...settings.licenses, ...(await writeSampleLicense(dataDir, systemClock.now() / 1000)) },
    },
    clock: systemClock,
    log: createLog({ level: logLevel === 'info' ? 'warn' : logLevel }),
  };
  reportProgress('starting a second instance that serves the sample document site');
  const site = await startSampleSite(options, dataDir);
  try {
    await serveSample(withSite(options, site), { site, days });
  } finally {
    await site.rampart.close();
  }
}

/**
 * Adds the settings to follow the sample site to the options. Notifications are disabled unless the port is known in
 * advance.
 */
function withSite(options: RampartOptions, { drive }: SampleSite): RampartOptions {
  const { configuration } = options;
  const { host, port } = configuration.server;
  const notificationUrl = host === '127.0.0.1' && port !== 0 ? `http://${host}:${port}/drive/notifications` : '';
  return {
    ...options,
    configuration: { ...configuration, drive: { ...configuration.drive, ...drive, notificationUrl } },
  };
}

/**
 * Writes the settings of the demo, for commands that use it. The file is in the data directory, and is removed with it.
 */
function writeSettings({ configuration }: RampartOptions): string {
  const file = join(configuration.server.dataDir, 'rampart.ini');
  // The secret belongs to the simulated document site.
  const text = changedSettings(configuration, { withSecrets: ['drive.clientSecret'] });
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

async function serveSample(options: RampartOptions, { site, days }: { site: SampleSite; days: number }): Promise<void> {
  const { configuration, log } = options;
  const file = writeSettings(options);
  await serve({
    log,
    start: async () => recordRunning(await startRampart(options), { kind: 'demo', configuration, file, log }),
    async onStarted({ graph, database, jobsStarted, addresses }) {
      const { key } = await fillSample({ ...options, database, graph, days, onProgress: reportProgress });
      await jobsStarted;
      const files = await syncSampleSite({ ...options, database });
      reportProgress(
        `copied ${countOf(files, 'file')} from the document site at ${site.url}, which serves ${site.folder}`,
      );
      await linkSampleEvidence(graph);
      reportProgress('searching for look-alikes of sample brands');
      await confirmSampleHits(graph);
      // The data directory is temporary, so its token and account can be printed.
      const isOwn = configuredAdminTokens(configuration).length > 0;
      const token = isOwn ? '<the token in your settings>' : (readAdminTokens(options)[0]?.token ?? '');
      const { dataDir } = configuration.server;
      process.stdout.write(await describeDemo(graph, { addresses, token, key, dataDir }));
    },
  });
}

function reportProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
