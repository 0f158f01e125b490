import { expect, test } from 'vitest';
import { selectFeatures } from '../../subgraphs/drive/guard/repository/burst.js';
import { administrator, driveWorld } from './support/drive-world.js';

const newFiles = 20_000;
const renamedFiles = 40;

/** Adds new files with their changes, and renames some files that were known before. */
async function addChanges({ test: { database }, site: { siteId } }: Awaited<ReturnType<typeof driveWorld>>) {
  const { sql } = database;
  await sql`insert into drive.item (site_id, id, parent_id, name, is_root, is_folder, size, change, content_state)
    select ${siteId}, 'item ' || i, 'folder ' || i % 20, i || '.txt', false, false, 10, i, 'pending'
    from generate_series(1, ${renamedFiles + newFiles}) i`;
  await sql`insert into drive.change (site_id, number, item_id, kind, name, parent_id, at)
    select site_id, change, id, 'created', name, parent_id, 0 from drive.item where id like 'item %'`;
  await sql`insert into drive.change (site_id, number, item_id, kind, name, previous_name, parent_id, at)
    select site_id, ${renamedFiles + newFiles} + change, id, 'renamed', name, 'before', parent_id, 0
    from drive.item where id like 'item %' and change <= ${renamedFiles}`;
  return { siteId, after: renamedFiles, upTo: 2 * renamedFiles + newFiles };
}

test.each([false, true])(
  'an upload of many files is examined by reading each of them once, with statistics: %s',
  async (hasStatistics) => {
    const world = await driveWorld();
    await world.service.connectDrive(administrator);
    const window = await addChanges(world);
    const { sql } = world.test.database;
    if (hasStatistics) for (const table of ['item', 'change']) await sql.unsafe(`analyze drive.${table}`);
    const features = await sql.begin(async (transaction) => {
      // It takes less than a second; if each file was compared with all others, it would take a minute.
      await transaction`set local statement_timeout = '30s'`;
      return await selectFeatures(transaction, {
        ...window,
        readable: ['.txt'],
        baselineSince: -1,
        windowSeconds: 3600,
      });
    });
    expect(features).toMatchObject({ changed: renamedFiles, knownFiles: renamedFiles, deleted: 0, encrypted: 0 });
  },
);
