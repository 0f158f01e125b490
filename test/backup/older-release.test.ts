import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore } from '../support/database-before.js';
import { temporaryFolder } from '../support/running-server.js';
import { backupOf, restoreTo } from './support/archives.js';
import { emptyInstance, inspect } from './support/backup-instances.js';

test('a backup of an older release is restored if a later release has dropped one of its tables', async () => {
  const { url } = await createDatabaseBefore('DROP TABLE "alerts"."inference_log"');
  const { path: dataDir, remove } = temporaryFolder();
  onTestFinished(remove);
  const backup = await backupOf({ url, dataDir });
  const target = await emptyInstance('url');
  await restoreTo(target, backup);
  const [tables] = await inspect(
    target,
    (sql) => sql`select to_regclass('alerts.inference_log') as dropped, to_regclass('alerts.inference_batch') as added`,
  );
  expect(tables).toEqual({ dropped: null, added: 'alerts.inference_batch' });
});
