import { describe, expect, test } from 'vitest';
import { MassChangeState } from '../../subgraphs/drive/guard/index.js';
import { auditEntries } from '../audit/support/entries.js';
import { administrator } from './support/drive-world.js';
import { cipherOf, encryptFile } from './support/office.js';
import { hashesOf, massChanges, officeWorld, poll, pollSeconds, restoredBefore } from './support/office-world.js';
import { queryDrive } from './support/query-drive.js';
import { runQueue } from './support/queue.js';

describe('a folder that a script encrypts', () => {
  test('opens one mass change and one alert with its files, and is restored exactly as it was before', async () => {
    const { world, folders, files } = await officeWorld();
    const { content } = world.site;
    const expectedHashes = hashesOf(content.files());
    // 15 files change between two polls, so the second sync after the beginning has seen 30 of 300.
    let syncs = 0;
    for (let encryptedCount = 0; encryptedCount < files.length; encryptedCount += 15) {
      for (const id of files.slice(encryptedCount, encryptedCount + 15)) encryptFile(content, id);
      await poll(world);
      syncs++;
      if ((await massChanges(world)).length > 0) break;
    }
    expect(syncs).toBe(2);
    for (const id of files.slice(syncs * 15)) encryptFile(content, id);
    for (const { id } of folders) content.addFile('RECOVER-FILES.txt', 'pay', id);
    await poll(world);
    const [massChange, ...others] = await massChanges(world);
    expect(others).toEqual([]);
    expect(massChange).toMatchObject({ kind: 'encryption', state: 'open', knownFiles: 300 });
    expect(massChange?.noticedAtEpoch).toBe((massChange?.beganAtEpoch ?? 0) + pollSeconds);
    const [effects] = await world.service.massChangeEffects(administrator, [massChange?.id ?? 0]);
    expect(effects).toEqual([
      { massChangeId: massChange?.id, effect: 'encrypted', count: 300 },
      { massChangeId: massChange?.id, effect: 'note', count: 10 },
    ]);
    expect(await restoredBefore(world, massChange?.firstChange ?? 0)).toEqual(expectedHashes);

    expect(await runQueue(world)).toContain('drive.record-alerts');
    const alerts = await world.test.database.sql<{ id: string; techniques: string[]; explanation: string }[]>`
      select id, ttp_techniques as techniques, ttp_explanation as explanation from alerts.alert`;
    expect(alerts).toEqual([
      { id: expect.any(String), techniques: ['T1486'], explanation: expect.stringContaining('became unreadable') },
    ]);
    const { data, codes } = await queryDrive(
      world,
      `{ driveMassChanges(states: [OPEN]) { totalCount nodes { kind reasons alerts { id } restoreChange
        treeBefore { files } effects { effect count }
        files(first: 2) { nodes { effect previousName item { name evidence { actor alert { id } } } } pageInfo { hasNextPage } } } } }`,
    );
    expect(codes).toBeUndefined();
    const [shown] = data.driveMassChanges.nodes;
    expect(shown).toMatchObject({
      ...{ kind: 'ENCRYPTION', alerts: [{ id: alerts[0]?.id }], treeBefore: { files: 300 } },
      ...{ restoreChange: (massChange?.firstChange ?? 0) - 1, reasons: massChange?.reasons },
    });
    expect(shown.files).toMatchObject({
      nodes: [
        { effect: 'ENCRYPTED', item: { evidence: [{ actor: 'rampart', alert: { id: alerts[0]?.id } }] } },
        { effect: 'ENCRYPTED' },
      ],
      pageInfo: { hasNextPage: true },
    });
    expect(await world.test.database.sql`select count(*)::int from drive.evidence`).toEqual([{ count: 50 }]);
    expect(await auditEntries(world.test.database, { action: 'open.mass-change' })).toHaveLength(1);
  });

  test('is detected once, even if a process is killed before the verdict is complete', async () => {
    const { world, files } = await officeWorld();
    for (const id of files.slice(0, 60)) encryptFile(world.site.content, id, '');
    const { sql } = world.test.database;
    await sql`create function drive.fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`;
    await sql`create trigger fail before insert on drive.detection for each row execute function drive.fail()`;
    await expect(poll(world)).rejects.toThrow('killed');
    expect(await massChanges(world)).toEqual([]);
    await sql`drop trigger fail on drive.detection`;
    // The window has passed, but nothing has examined the changes yet.
    world.clock.seconds += 7200;
    await Promise.all([
      world.sync(),
      world.another().syncDrive(administrator, { signal: new AbortController().signal }),
    ]);
    await poll(world);
    expect(await massChanges(world)).toMatchObject([{ kind: 'encryption', state: 'open' }]);
    await runQueue(world);
    await world.runJob('drive.open-alerts');
    expect(await runQueue(world)).toEqual([]);
    const counts = await sql`select (select count(*)::int from alerts.alert) as alerts, (select count(*)::int from
      drive.mass_change_file) as files, (select count(*)::int from platform.event where type = 'drive-mass-changes') as events`;
    expect(counts).toEqual([{ alerts: 1, files: 60, events: 1 }]);
  });

  test('is not reported again after its mass change was dismissed, and the next burst is another mass change', async () => {
    const { world, files } = await officeWorld();
    for (const id of files.slice(0, 40)) encryptFile(world.site.content, id, '');
    await poll(world);
    const [first] = await massChanges(world);
    const change = async (state: string, id = first?.id) => {
      const document = `mutation { changeDriveMassChange(input: { id: "${id}", state: ${state}, notes: "a test" }) {
        massChange { state changedBy notes } } }`;
      const { data, codes } = await queryDrive(world, document);
      return codes ?? data.changeDriveMassChange.massChange;
    };
    expect(await change('RESOLVED')).toEqual(['CONFLICT']);
    expect(await change('DISMISSED', 4711)).toEqual(['NOT_FOUND']);
    expect(await change('DISMISSED')).toEqual({ state: 'DISMISSED', changedBy: 'command-line', notes: 'a test' });
    const [entry] = await auditEntries(world.test.database, { action: 'change.mass-change' });
    expect(JSON.parse(entry?.after ?? '')).toEqual({ state: 'dismissed', notes: 'a test' });
    // The same changes are still within the window.
    encryptFile(world.site.content, files[41] ?? '', '');
    await poll(world);
    expect(await massChanges(world)).toHaveLength(1);
    for (const id of files.slice(100, 140)) encryptFile(world.site.content, id, '');
    await poll(world);
    const states = (await massChanges(world)).map(({ state }) => state);
    expect(states).toEqual([MassChangeState.OPEN, MassChangeState.DISMISSED]);
  });

  test('is detected if its files are moved in the same step', async () => {
    const { world, files } = await officeWorld();
    const { content } = world.site;
    const expectedHashes = hashesOf(content.files());
    const to = content.addFolder('Elsewhere');
    for (const [index, id] of files.slice(0, 40).entries()) {
      encryptFile(content, id, index % 2 === 0 ? '.locked' : '');
      content.move(id, to);
    }
    await poll(world);
    const [massChange] = await massChanges(world);
    expect(massChange).toMatchObject({ kind: 'encryption' });
    expect(await restoredBefore(world, massChange?.firstChange ?? 0)).toEqual(expectedHashes);
  });

  test('is detected if new files replace the old ones, and if files are only deleted', async () => {
    const { world, folders, files } = await officeWorld();
    const { content } = world.site;
    for (const { id: folder, files: inside } of folders.slice(0, 2)) {
      for (const id of inside) {
        const { name, content: plain = Buffer.alloc(0) } = content.items.get(id) ?? { name: '' };
        content.addFile(`${name}.locked`, cipherOf(plain, id), folder);
        content.remove(id);
      }
    }
    await poll(world);
    const [replaced] = await massChanges(world);
    expect(replaced).toMatchObject({ kind: 'encryption' });
    await world.service.changeMassChange(administrator, { id: replaced?.id ?? 0, state: MassChangeState.CONFIRMED });
    const expectedHashes = hashesOf(content.files());
    for (const id of files.slice(60, 160)) content.remove(id);
    await poll(world);
    const [deleted] = await massChanges(world);
    expect(deleted).toMatchObject({ kind: 'deletion', state: 'open' });
    expect(await restoredBefore(world, deleted?.firstChange ?? 0)).toEqual(expectedHashes);
  });
});
