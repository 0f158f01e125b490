import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DocumentSite } from '../support/document-site/index.js';
import { freePort } from '../support/free-port.js';
import { type Instance, startInstance } from './support/mirror-pair.js';

/** Shorter than the ten minutes between two polls. */
const polling = { timeout: 50_000, interval: 50 };

/** The status in the form that dashboards query. */
async function statusOf({ url, dataDir }: Instance): Promise<unknown> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const query = '{ driveStatus { lastRun { outcome } counts { storedFiles } receiver { accepted dropped } } }';
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: { driveStatus: unknown } }).data.driveStatus; // The format of the document above.
}

test('notifications are accepted before and right after the response to a new or recreated subscription', async () => {
  const site = await DocumentSite.start();
  onTestFinished(() => site.close());
  const port = await freePort();
  const receiver = `http://127.0.0.1:${port}/drive/notifications`;
  const urls = { RAMPART_DRIVE_NOTIFICATION_URL: receiver, RAMPART_DRIVE_LIFECYCLE_NOTIFICATION_URL: receiver };
  const server = await startInstance({ ...site.environment, ...urls }, { port });
  site.content.addFile('first.txt', 'first');
  let accepted = 0;

  async function expectSynced(): Promise<void> {
    await expect
      .poll(() => statusOf(server), polling)
      .toEqual({
        lastRun: { outcome: 'DONE' },
        counts: { storedFiles: site.content.files().size },
        receiver: { accepted, dropped: 0 },
      });
  }

  /**
   * Expects a change to be copied whose notification arrives `before` or `after` the response to the next subscription.
   * The response waits for the sync that `action` causes, so the change is found only by its notification.
   */
  async function expectFollowed(moment: 'before' | 'after', action: () => Promise<unknown>): Promise<void> {
    const syncs = site.requestsOf('delta').length;
    const statuses = new Promise<number[]>((resolve, reject) => {
      async function notify(): Promise<void> {
        site.content.addFile(`change-${site.content.sequence}.txt`, 'changed');
        accepted++;
        await site.notify().then(resolve, reject);
      }
      site.subscriptions.aroundResponse = {
        async before() {
          await expect.poll(() => site.requestsOf('delta').length, polling).toBeGreaterThan(syncs);
          await expectSynced();
          if (moment === 'before') await notify();
        },
        after: () => (moment === 'after' ? notify() : undefined),
      };
    });
    await action();
    expect(await statuses).toEqual([202]);
    await expectSynced();
  }

  for (const moment of ['before', 'after'] as const) {
    await expectFollowed(moment, () => server.drive('connect'));
    await expectFollowed(moment, async () => {
      accepted++;
      expect(await site.subscriptions.notifyLifecycle('subscriptionRemoved')).toEqual([202]);
    });
    await server.drive('disconnect');
  }
});
