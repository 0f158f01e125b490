import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuredAdminTokens, readAdminTokens } from '../../gateway/authentication/index.js';
import { systemClock } from '../../platform/clock.js';
import { type Configuration, changedSettings, loadProcessConfiguration } from '../../platform/configuration/index.js';
import { countOf } from '../../platform/count-of.js';
import { createDataDirectory } from '../../platform/data-directory.js';
import { createLog } from '../../platform/log.js';
import { type Rampart, startRampart } from '../rampart.js';
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

/** The instance with sample data, and the site whose documents it copies. */
interface Demo extends Rampart {
  readonly options: RampartOptions;
  readonly site: SampleSite;
}

/**
 * Starts an instance with sample data and a document site, and returns after a signal when both are stopped.
 * @param options.folder empty directory for the data of both
 * @param options.days number of past days with alerts
 */
export async function serveDemo({ folder, days }: { folder: string; days: number }): Promise<void> {
  const settings = demoSettings({ configured: loadProcessConfiguration(), dataDir: join(folder, 'data') });
  const { logLevel } = settings.server;
  const log = createLog({ level: logLevel === 'info' ? 'warn' : logLevel });
  await serve({
    log,
    start: () => startDemo({ configuration: settings, clock: systemClock, log }, folder),
    onStarted: (demo) => fillDemo(demo, days),
  });
}

async function startDemo(options: RampartOptions, folder: string): Promise<Demo> {
  const configuration = await withSampleServices(options.configuration);
  reportProgress('starting a second instance that serves the sample document site');
  const site = await startSampleSite({ ...options, configuration }, folder);
  try {
    const siteOptions = withSite({ ...options, configuration }, site);
    const record = { kind: 'demo', file: writeSettings(siteOptions), ...siteOptions } as const;
    const running = recordRunning(await startRampart(siteOptions), record);
    return {
      ...{ ...running, site, options: siteOptions },
      async close() {
        await running.close().finally(() => site.rampart.close());
      },
    };
  } catch (error) {
    await site.rampart.close();
    throw error;
  }
}

/** Adds a license and a response policy zone to the settings. */
async function withSampleServices(settings: Configuration): Promise<Configuration> {
  const { dataDir } = settings.server;
  createDataDirectory(dataDir);
  const license = await writeSampleLicense(dataDir, systemClock.now() / 1000);
  return { ...settings, dns: await withPolicyZone(settings.dns), licenses: { ...settings.licenses, ...license } };
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

/** Adds the sample data, and prints a summary. */
async function fillDemo(demo: Demo, days: number): Promise<void> {
  const { graph, database, jobsStarted, addresses, options, site } = demo;
  const { configuration } = options;
  const { key } = await fillSample({ ...options, database, graph, days, onProgress: reportProgress });
  await jobsStarted;
  const files = await syncSampleSite({ ...options, database });
  reportProgress(`copied ${countOf(files, 'file')} from the document site at ${site.url}, which serves ${site.folder}`);
  await linkSampleEvidence(graph);
  reportProgress('searching for look-alikes of sample brands');
  await confirmSampleHits(graph);
  // The data directory is temporary, so its token and account can be printed.
  const isOwn = configuredAdminTokens(configuration).length > 0;
  const token = isOwn ? '<the token in your settings>' : (readAdminTokens(options)[0]?.token ?? '');
  const { dataDir } = configuration.server;
  process.stdout.write(await describeDemo(graph, { addresses, token, key, dataDir }));
}

function reportProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
