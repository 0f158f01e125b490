import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createSiteClients } from '../../subgraphs/drive/sync/index.js';
import { driveWorld } from './support/drive-world.js';

test('a client with earlier credentials is released, together with its secret, when nothing uses it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { platform, site } = await driveWorld();
  const sleep = () => Promise.resolve();
  const clients = createSiteClients({ ...platform, sleep, random: () => 0.5 });
  onTestFinished(() => clients.close());
  const settings = platform.configuration.drive;
  const clientOf = (clientSecret: string) =>
    clients.of({
      key: { hostname: 'contoso.example', path: '/sites/security' },
      settings: { ...settings, clientSecret },
      driveId: null,
    });
  await clientOf(settings.clientSecret).findSite({ hostname: 'contoso.example', path: '/sites/security' });
  const earlier = new WeakRef(clientOf(settings.clientSecret));
  const used = clientOf('another secret');
  await expect
    .poll(
      async () => {
        await turn();
        collectGarbage();
        return earlier.deref();
      },
      { timeout: 60_000 },
    )
    .toBeUndefined();
  expect(clientOf('another secret')).toBe(used);
  expect(site.requests.length).toBeGreaterThan(0);
});
