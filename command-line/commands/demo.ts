import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { readAdminToken } from '../../gateway/index.js';
import { localAdministrator } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { loadOwnConfiguration } from '../../platform/configuration/index.js';
import { createLog } from '../../platform/log.js';
import { createAlertService } from '../../subgraphs/alerts/index.js';
import { copySampleSite, type SampleSite, startSampleSite } from '../demo/document-site.js';
import { checkInSample, writeSampleLicense } from '../demo/sample-controllers.js';
import { sampleInferences } from '../demo/sample-inferences.js';
import { triageSample } from '../demo/triage.js';
import { fillZones, sampleAccount } from '../demo/zones.js';
import { startRampart } from '../rampart.js';
import type { RampartOptions } from '../running.js';
import { serve } from '../serve.js';

const sampleSize = 20_000;

export function addDemoCommand(command: Command): void {
  command.action(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rampart-demo-'));
    // The database's user passes through; as root that is another one than ours.
    chmodSync(dataDir, 0o711);
    try {
      await serveDemo(dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

async function serveDemo(dataDir: string): Promise<void> {
  const own = loadOwnConfiguration();
  const options: RampartOptions = {
    configuration: {
      ...own,
      server: { ...own.server, dataDir },
      database: { ...own.database, url: '' },
      licenses: { ...own.licenses, ...(await writeSampleLicense(dataDir, systemClock.now() / 1000)) },
    },
    clock: systemClock,
    log: createLog({ level: own.server.logLevel === 'info' ? 'warn' : own.server.logLevel }),
  };
  process.stderr.write('starting a second instance as the document site\n');
  const site = await startSampleSite(options, dataDir);
  try {
    await serveSample(withSite(options, site), site);
  } finally {
    await site.rampart.close();
  }
}

/** The same, following the sample site. Notifications come where the port is known beforehand. */
function withSite(options: RampartOptions, { drive }: SampleSite): RampartOptions {
  const { configuration } = options;
  const { host, port } = configuration.server;
  const notificationUrl = host === '127.0.0.1' && port !== 0 ? `http://${host}:${port}/drive/notifications` : '';
  return {
    ...options,
    configuration: { ...configuration, drive: { ...configuration.drive, ...drive, notificationUrl } },
  };
}

async function serveSample(options: RampartOptions, site: SampleSite): Promise<void> {
  await serve({
    log: options.log,
    start: () => startRampart(options),
    async onStarted({ graph, database, jobsStarted }) {
      process.stderr.write(`importing ${sampleSize} sample inferences\n`);
      const alerts = createAlertService({ ...options, database });
      const until = options.clock.now() / 1000;
      await alerts.importLines(
        { caller: localAdministrator, via: 'command-line' },
        { input: Readable.from(sampleLines(until)) },
      );
      await triageSample(graph);
      await checkInSample({ ...options, database });
      process.stderr.write('importing sample zones\n');
      const { key } = await fillZones({ ...options, database, graph });
      // The data directory is a throw-away one, and so is the account.
      process.stderr.write(`API key of the sample account ${sampleAccount.username}: ${key}\n`);
      await jobsStarted;
      const files = await copySampleSite({ ...options, database });
      process.stderr.write(`copied ${files} files of the document site at ${site.url}; it serves ${site.folder}\n`);
      if (options.configuration.auth.adminToken === '') {
        process.stderr.write(`token of the administrator, for the console: ${readAdminToken(options)}\n`);
      }
    },
  });
}

function* sampleLines(until: number): Generator<Buffer> {
  for (const inference of sampleInferences({ until, count: sampleSize })) {
    yield Buffer.from(`${JSON.stringify(inference)}\n`);
  }
}
