import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DocumentSite } from '../support/document-site/index.js';
import { freePort } from '../support/free-port.js';
import { type Instance, startInstance } from './support/mirror-pair.js';

/** Validates the URL, and returns the duration in milliseconds. */
async function measureHandshake(url: string): Promise<number> {
  const token = 'Validation: Testing <script>alert(1)</script> & ünïcode';
  const startedAtMs = performance.now();
  const response = await fetch(`${url}?validationToken=${encodeURIComponent(token)}`, { method: 'POST' });
  const body = await response.text();
  const milliseconds = performance.now() - startedAtMs;
  expect({ status: response.status, body }).toEqual({ status: 200, body: token });
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return milliseconds;
}

/** The simulator shares this process, and other tests share the machine, so the median is compared. */
async function measureMedianHandshake(url: string, samples: number): Promise<number> {
  const durationsMs: number[] = [];
  for (let count = 0; count < samples; count++) durationsMs.push(await measureHandshake(url));
  return durationsMs.sort((one, other) => one - other)[Math.floor(samples / 2)] ?? Number.NaN;
}

interface Counts {
  files: number;
  storedFiles: number;
}

/** The number of files, in the form that dashboards query. */
async function readCounts({ url, dataDir }: Instance): Promise<Counts> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ driveSites { counts { files storedFiles } } }' }),
  });
  const { data } = (await response.json()) as { data: { driveSites: { counts: Counts }[] } }; // The format of the document above.
  return data.driveSites[0]?.counts ?? { files: 0, storedFiles: 0 };
}

function stopDatabase({ dataDir }: Instance): void {
  const [pidFile] = globSync(`${dataDir}/postgresql/**/postmaster.pid`);
  process.kill(Number(readFileSync(pidFile ?? '', 'utf8').split('\n')[0]), 'SIGKILL');
}

const fileCount = 600;

test('a server synchronizes a site, and responds to validations during a sync and while the database is unavailable', async () => {
  const site = await DocumentSite.start();
  onTestFinished(() => site.close());
  const port = await freePort();
  const receiver = `http://127.0.0.1:${port}/drive/notifications`;
  const server = await startInstance(
    { ...site.environment, RAMPART_DRIVE_NOTIFICATION_URL: receiver },
    { port, ownDatabase: true },
  );
  const notify = async (body: string): Promise<number> =>
    (await fetch(receiver, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;

  for (let index = 0; index < fileCount; index++) site.content.addFile(`file-${index}`, `content ${index}`.repeat(500));
  expect(await server.drive('connect')).toMatchObject({ connected: true, subscription: { health: 'active' } });
  await expect.poll(() => site.downloads.length, { timeout: 60_000 }).toBeGreaterThan(20);
  expect(await measureMedianHandshake(receiver, 21)).toBeLessThan(100);
  expect(site.downloads.length, 'the sync was in progress').toBeLessThan(fileCount);
  const whole = { timeout: 120_000, interval: 100 };
  await expect.poll(() => readCounts(server), whole).toEqual({ files: fileCount, storedFiles: fileCount });

  site.content.addFile('new.txt', 'new');
  expect(await site.notify()).toEqual([202]);
  await expect.poll(() => readCounts(server), whole).toEqual({ files: fileCount + 1, storedFiles: fileCount + 1 });
  const [subscription] = [...site.subscriptions.values()];
  const { id: subscriptionId, clientState } = subscription ?? {};
  const notification = JSON.stringify({ value: [{ subscriptionId, clientState, changeType: 'updated' }] });
  expect(await server.drive('disconnect')).toMatchObject({ connected: false });
  expect(site.subscriptions.size).toBe(0);

  expect(await notify(notification)).toBe(202);
  stopDatabase(server);
  await expect.poll(() => notify(notification)).toBe(503);
  expect(await measureMedianHandshake(receiver, 11)).toBeLessThan(100);
});
