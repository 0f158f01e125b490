import { constants, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openInside } from '../../subgraphs/drive/service/folder/inside.js';
import { temporaryFolder } from '../support/running-server.js';
import { folderHouse } from './support/mirror-house.js';

const house = await folderHouse();
const { folder, database } = house;
const outside = temporaryFolder();

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

/** What is served, by path. */
async function served(): Promise<string[]> {
  const rows = await database.sql<{ path: string }[]>`
    with recursive tree as (
      select id, ''::text collate "C" as path from drive.item where is_root and deleted_at is null
      union all
      select i.id, tree.path || '/' || i.name from drive.item i join tree on i.parent_id = tree.id where i.deleted_at is null
    ) select path from tree where path <> '' order by path`;
  return rows.map(({ path }) => path.slice(1));
}

describe('a served folder', () => {
  test('shows nothing that links lead to, neither files nor folders', async () => {
    mkdirSync(join(outside.path, 'below'), { recursive: true });
    writeFileSync(join(outside.path, 'below', 'secret.txt'), 'secret');
    symlinkSync(join(outside.path, 'below'), join(folder, 'folder'));
    symlinkSync(join(outside.path, 'below', 'secret.txt'), join(folder, 'file.txt'));
    symlinkSync('/proc/self/environ', join(folder, 'environment'));
    symlinkSync('.', join(folder, 'circle'));
    writeFileSync(join(folder, 'a.txt'), 'a');
    const { skipped } = await house.scan();
    expect(await served()).toEqual(['a.txt']);
    expect(skipped.toSorted()).toEqual(['circle', 'environment', 'file.txt', 'folder']);
  });

  test('may be named by a link itself', async () => {
    const link = join(outside.path, 'link');
    symlinkSync(folder, link);
    writeFileSync(join(folder, 'a.txt'), 'a');
    const named = await folderHouse({ RAMPART_DRIVE_FOLDER: link, RAMPART_DRIVE_SITE_PATH: '/sites/link' });
    expect(await named.scan()).toMatchObject({ run: { downloads: 1 }, skipped: [] });
  });

  test('shows nothing of elsewhere while a folder in it is exchanged for a link and back, again and again', async () => {
    const below = join(outside.path, 'many');
    mkdirSync(join(below, 'deeper'), { recursive: true });
    mkdirSync(join(folder, 'shared', 'deeper'), { recursive: true });
    for (let index = 0; index < 20; index++) {
      writeFileSync(join(below, `secret-${index}`), `secret ${index}`);
      writeFileSync(join(below, 'deeper', `secret-${index}`), `deeper secret ${index}`);
      writeFileSync(join(folder, 'shared', `file-${index}`), `file ${index}`);
      writeFileSync(join(folder, 'shared', 'deeper', `file-${index}`), `deeper file ${index}`);
    }
    const aside = join(outside.path, 'aside');
    let isOver = false;
    const exchange = async (): Promise<void> => {
      while (!isOver) {
        renameSync(join(folder, 'shared'), aside);
        symlinkSync(below, join(folder, 'shared'));
        await new Promise((resolve) => setImmediate(resolve));
        unlinkSync(join(folder, 'shared'));
        renameSync(aside, join(folder, 'shared'));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const exchanging = exchange();
    for (let scan = 0; scan < 25; scan++) await house.scan();
    isOver = true;
    await exchanging;
    const secrets = await database.sql`select name from drive.change where name like 'secret%'`;
    expect(secrets).toEqual([]);
    await house.scan();
    expect((await served()).filter((path) => path.startsWith('shared/')).length).toBe(41);
  });

  test('is not left through a link that has taken the place of a folder above a file', async () => {
    mkdirSync(join(folder, 'below'));
    writeFileSync(join(folder, 'below', 'a.txt'), 'a');
    const opened = await openInside(folder, { path: 'below/a.txt', kind: 'file' });
    await opened?.close();
    expect(opened).toBeDefined();
    expect(await openInside(folder, { path: 'below/a.txt', kind: 'folder' })).toBeUndefined();
    expect(await openInside(folder, { path: 'nothing', kind: 'file' })).toBeUndefined();
    renameSync(join(folder, 'below'), join(outside.path, 'moved'));
    symlinkSync(join(outside.path, 'moved'), join(folder, 'below'));
    expect(await openInside(folder, { path: 'below/a.txt', kind: 'file' })).toBeUndefined();
    const directly = await open(join(folder, 'below', 'a.txt'), constants.O_RDONLY | constants.O_NOFOLLOW);
    await directly.close(); // The way that would have been taken without looking where the file lies.
  });

  test('leaves out names that no site takes, and says so', async () => {
    const names = [
      'con',
      'LPT1',
      'a:b',
      'a*',
      'trailing.',
      ' leading',
      '~$draft.docx',
      '.lock',
      '_vti_cnf',
      'back\\slash',
      'line\nbreak',
      '\u202e',
    ];
    const fine = ['con.txt', 'ünïcode', '.hidden', "it's", 'a'.repeat(255), '%2e%2e', '..a', '...b'];
    for (const name of [...names, ...fine]) writeFileSync(join(folder, name), name);
    writeFileSync(Buffer.concat([Buffer.from(join(folder, 'bad-')), Buffer.from([0xff, 0xfe])]), 'no UTF-8');
    const { skipped } = await house.scan();
    expect((await served()).toSorted()).toEqual([...fine, '\u202e'].toSorted());
    expect(skipped).toHaveLength(names.length - 1 + 1);
  });

  test('serves one of several names that a site takes for the same, and keeps to the one it had', async () => {
    writeFileSync(join(folder, 'report.txt'), 'first');
    writeFileSync(join(folder, 'caf\u00e9'), 'composed');
    await house.scan();
    const [before] = await database.sql`select id from drive.item where name = 'report.txt' and deleted_at is null`;
    writeFileSync(join(folder, 'REPORT.txt'), 'impostor');
    writeFileSync(join(folder, 'cafe\u0301'), 'decomposed');
    const { skipped } = await house.scan();
    expect(await served()).toEqual(['caf\u00e9', 'report.txt']);
    expect(skipped.toSorted()).toEqual(['REPORT.txt', 'cafe\u0301'].toSorted());
    const [after] = await database.sql`select id from drive.item where name = 'report.txt' and deleted_at is null`;
    expect(after).toEqual(before);
  });

  test('takes a file of several names once for each, all of them whole', async () => {
    writeFileSync(join(folder, 'one'), Buffer.alloc(3_000_000, 'linked '));
    for (let index = 0; index < 8; index++) linkSync(join(folder, 'one'), join(folder, `name-${index}`));
    expect(await house.scan()).toMatchObject({ unsteady: 0, run: { downloads: 9 } });
    const contents = await database.sql`
      select distinct content_sha256 as sha256 from drive.item where not is_folder and deleted_at is null`;
    expect(contents).toHaveLength(1);
  });

  test('that goes away is no site without files', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a');
    await house.scan();
    rmSync(folder, { recursive: true });
    await expect(house.scan()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await served()).toEqual(['a.txt']);
  });
});
