import { expect, test } from 'vitest';
import { driveNotifications } from './notifications.js';

async function occurrencesOf(eventType: string, data: object): Promise<unknown> {
  const source = driveNotifications.find((candidate) => candidate.eventType === eventType);
  const event = {
    type: eventType,
    tenantId: null,
    at: 0,
    data: JSON.stringify(data),
    id: { transaction: 1, event: 1 },
  };
  // The source does not access the database.
  const occurrences = await source?.occurrencesOf(undefined as never, [event], new Set(source.kinds));
  return occurrences?.[0];
}

const sync = {
  ...{ siteId: 's', runId: '7', trigger: 'POLL', outcome: 'DONE', errorCode: null },
  ...{ created: 1, changed: 2, deleted: 3, failedDownloads: 0 },
};

test.each([
  ['drive.synced', {}, 'A document site was synchronized: 1 created, 2 changed, 3 deleted', 'done'],
  ['drive.sync_failed', { failedDownloads: 1 }, 'A sync of a document site could not download 1 file', 'done'],
  ['drive.sync_failed', { failedDownloads: 2 }, 'A sync of a document site could not download 2 files', 'done'],
  [
    'drive.sync_failed',
    { outcome: 'FAILED', errorCode: 'UPSTREAM_FAILED' },
    'A sync of a document site failed: UPSTREAM_FAILED',
    'failed',
  ],
  ['drive.sync_failed', { outcome: 'FAILED' }, 'A sync of a document site failed: unknown error', 'failed'],
])('notifies of %s after a sync with %j', async (kind, differences, title, outcome) => {
  const { siteId: site, runId: id, outcome: _, ...rest } = { ...sync, ...differences };
  const facts = { ...rest, site, trigger: 'poll', outcome };
  expect(await occurrencesOf('syncs', { ...sync, ...differences })).toEqual([
    { kind, tenantId: null, id, title, facts },
  ]);
});

test.each(['RUNNING', 'INTERRUPTED'])('does not notify of a sync that is %s', async (outcome) => {
  expect(await occurrencesOf('syncs', { ...sync, outcome })).toEqual([]);
});

test('notifies of malware and mass changes with their properties', async () => {
  const malware = { malware: 'EICAR', name: 'a.exe', size: 5, itemId: 'i' };
  expect(await occurrencesOf('drive-malware', { ...malware, siteId: 's', findingId: '8' })).toEqual([
    {
      ...{ kind: 'drive.malware_found', tenantId: null, id: '8' },
      title: 'A document site reports malware in a.exe: EICAR',
      facts: { ...malware, site: 's' },
    },
  ]);
  const massChange = { score: 120, reasons: ['9 files were deleted.', 'More.'], knownFiles: 10 };
  const event = { ...massChange, kind: 'deletion', siteId: 's', massChangeId: '9' };
  expect(await occurrencesOf('drive-mass-changes', event)).toEqual([
    {
      ...{ kind: 'drive.mass_change', tenantId: null, id: '9' },
      title: 'Changes to a document site look like deletion: 9 files were deleted.',
      facts: { ...massChange, site: 's', looksLike: 'deletion' },
    },
  ]);
});

test('there is a source for each kind that notification rules can select', () => {
  expect(driveNotifications.flatMap(({ kinds }) => kinds)).toEqual([
    ...['drive.synced', 'drive.sync_failed', 'drive.malware_found', 'drive.mass_change'],
  ]);
});
