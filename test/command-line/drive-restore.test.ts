import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DocumentSite } from '../support/document-site/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { runHere } from './support/run-here.js';

test('the tree before a change is restored into a folder and an archive, and a second run continues', async () => {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await site.close();
    folder.remove();
  });
  const { url } = await openDatabaseForTest();
  const environment = { ...site.environment, DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: join(folder.path, 'data') };
  const run = async (...args: string[]) => await runHere(['drive', ...args], { environment });
  const reports = site.content.addFolder('reports');
  const plan = site.content.addFile('plan.txt', 'the plan', reports);
  site.content.addFile('large.bin', Buffer.alloc(1_000_000, 'abc'), reports);
  site.content.addFile('..', 'outside', reports);
  for (const args of ['connect', 'sync']) expect(await run(args)).toMatchObject({ code: 0 });
  const tree = JSON.parse((await run('restore', '--at', '2100-01-01', '--json')).output);
  expect(tree).toMatchObject({ folders: 1, files: 3, missing_files: 0, bytes: 1_000_015 });
  site.content.write(plan, 'encrypted');
  site.content.rename(plan, 'plan.txt.locked');
  expect(await run('sync')).toMatchObject({ code: 0 });

  const destination = join(folder.path, 'restored');
  const restore = ['restore', 'contoso.example/sites/security', '--change', String(tree.change)];
  expect(JSON.parse((await run(...restore, '--into', destination, '--json')).output)).toMatchObject({
    written: 4,
    failed: 0,
  });
  expect(readdirSync(destination, { recursive: true }).toSorted()).toEqual([
    ...['reports', 'reports/__', 'reports/large.bin', 'reports/plan.txt'],
  ]);
  const restored = join(destination, 'reports', 'plan.txt');
  expect(readFileSync(restored, 'utf8')).toBe('the plan');
  expect(readFileSync(join(destination, 'reports', 'large.bin')).equals(Buffer.alloc(1_000_000, 'abc'))).toBe(true);
  expect(statSync(restored).mode & 0o777).toBe(0o600);

  writeFileSync(restored, 'the work of today');
  writeFileSync(join(destination, 'reports', '__'), '');
  const secondRestore = await run(...restore, '--into', destination);
  expect(secondRestore).toMatchObject({ code: 1 });
  expect(secondRestore.errors).toContain('not restored: reports/plan.txt: a file with different content exists');
  expect(secondRestore.output).toMatch(/present +2/);
  expect(readFileSync(restored, 'utf8')).toBe('the work of today');

  const twice = join(folder.path, 'twice');
  const runs = await Promise.all([1, 2].map(() => run(...restore, '--into', twice)));
  expect(runs.map(({ code, errors }) => ({ code, errors }))).toEqual(Array(2).fill({ code: 0, errors: '' }));
  expect(readdirSync(join(twice, 'reports')).toSorted()).toEqual(['__', 'large.bin', 'plan.txt']);
  expect(readdirSync(twice)).toEqual(['reports']);

  const names = site.content.addFolder('names');
  const unusual = [
    'end. .',
    'NUL.txt',
    'é.txt',
    'e\u0301.txt',
    'Case.txt',
    'case.TXT',
    'x'.repeat(255),
    '書'.repeat(250),
  ];
  for (const name of unusual) site.content.addFile(name, `content of ${name}`, names);
  expect(await run('sync')).toMatchObject({ code: 0 });
  const safe = join(folder.path, 'safe');
  const now = ['restore', '--at', '2100-01-01', '--folder', '/names', '--into', safe];
  expect(await run(...now)).toMatchObject({ code: 0, errors: '' });
  const restoredNames = readdirSync(safe);
  expect(restoredNames.map((name) => readFileSync(join(safe, name), 'utf8')).toSorted()).toEqual(
    unusual.map((name) => `content of ${name}`).toSorted(),
  );
  expect(restoredNames.filter((name) => /[. ]$|^nul/i.test(name) || Buffer.byteLength(name) > 255)).toEqual([]);
  expect(new Set(restoredNames.map((name) => name.normalize().toLowerCase())).size).toBe(unusual.length);

  const linked = join(folder.path, 'linked');
  mkdirSync(join(linked, 'reports'), { recursive: true });
  for (const name of ['.restoring.', 'reports/plan.txt'])
    symlinkSync(join(folder.path, 'elsewhere'), join(linked, name));
  expect(await run(...restore, '--into', linked)).toMatchObject({ code: 1 });
  expect(existsSync(join(folder.path, 'elsewhere'))).toBe(false);
  expect(readdirSync(linked).toSorted()).toEqual(['.restoring.', 'reports']);

  const [through, outside] = [join(folder.path, 'through'), join(folder.path, 'outside')];
  for (const path of [through, outside]) mkdirSync(path);
  symlinkSync(outside, join(through, 'reports'));
  const rejected = await run(...restore, '--into', through);
  expect(rejected).toMatchObject({ code: 1 });
  for (const path of ['reports', 'reports/plan.txt'])
    expect(rejected.errors).toContain(`not restored: ${path}: the folder reports is a symbolic link`);
  expect(readdirSync(outside)).toEqual([]);

  const archive = join(folder.path, 'tree.zip');
  expect(await run(...restore, '--folder', '/reports', '--archive', archive)).toMatchObject({ code: 0 });
  expect(await run(...restore, '--archive', archive)).toMatchObject({ code: 1 });
  mkdirSync(join(folder.path, 'unzipped'));
  execFileSync('unzip', ['-q', archive, '-d', join(folder.path, 'unzipped')]);
  expect(readFileSync(join(folder.path, 'unzipped', 'plan.txt'), 'utf8')).toBe('the plan');

  const early = await run('restore', '--change', '4', '--into', join(folder.path, 'early'), '--json');
  expect(early).toMatchObject({
    code: 0,
    errors: expect.stringMatching(/^no content was stored at that time: reports\//),
  });
  const { files, missing_files: missing, failed } = JSON.parse(early.output);
  expect({ missing, failed }).toEqual({ missing: files, failed: 0 });

  site.addLibrary('/sites/security', 'Legal holds');
  const holds = ['contoso.example/sites/security', '--library', 'Legal holds'];
  for (const args of ['add', 'sync']) expect(await run('sites', args, ...holds)).toMatchObject({ code: 0 });
  for (const args of [holds, holds.slice(1), holds.slice(0, 1)])
    expect(await run('restore', ...args, '--change', '0')).toMatchObject({ code: 0 });

  for (const [args, message] of [
    [
      ['restore', '--change', '0'],
      /specify one of the sites: .*sites\/security, .*sites\/security --library 'legal holds'$/im,
    ],
    [
      ['restore', '--change', '0', '--library', 'none'],
      /contain a library named none; known sites:.*contoso\.example\/sites\/security/,
    ],
    [['restore'], /^rampart: pass either --at or --change/],
    [
      ['restore', 'contoso.example/sites/none', '--change', '0'],
      /contain the site contoso\.example\/sites\/none; known sites:.*contoso\.example\/sites\/security/,
    ],
    [
      ['restore', 'contoso.example/sites/security', '--change', '0', '--folder', '/none'],
      /had no folder \/none after change 0/,
    ],
    [['restore', 'contoso.example/sites/security', '--change', '99999'], /change must be from 0 to/],
  ] as const) {
    const { code, errors } = await run(...args);
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(message) });
  }
});
