import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { expectEqualContent, fill } from '../drive/support/several-sites.js';
import { runCommand, startCommand } from '../support/command-line.js';
import { DocumentSite } from '../support/document-site/index.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

/** The site does not continue its response. */
const forever = new Promise(() => undefined);

const names = ['finance', 'legal'] as const;

test('killed syncs of two sites leave no incomplete file, and the next syncs complete both sites', async () => {
  const site = await DocumentSite.start();
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await site.close();
    folder.remove();
  });
  const test = await openDatabaseForTest();
  const environment = { ...site.environment, DATABASE_URL: test.url, RAMPART_SERVER_DATA_DIR: folder.path };
  const libraries = names.map((name) => site.addLibrary(`/sites/${name}`));
  for (const [index, name] of names.entries()) {
    const content = libraries[index]?.content;
    if (content !== undefined) fill(content, name, 100);
    const added = await runHere(['drive', 'sites', 'add', `contoso.example/sites/${name}`], { environment });
    expect(added.code, added.errors).toBe(0);
  }
  const sync = (name: string) => ['drive', 'sites', 'sync', `contoso.example/sites/${name}`];
  // Each sync waits in the middle of its downloads until the other one has reached the same point.
  const reached = new Set<number>();
  for (const number of [1, 2]) {
    site.faults.add({
      on: 'download',
      times: Number.POSITIVE_INFINITY,
      where: `of-library-${number}/01ITEM0000005`,
      async beforeResponse({ response }) {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half');
        reached.add(number);
        await forever;
      },
    });
  }
  const running = names.map((name) => startCommand(sync(name), { environment }));
  await expect.poll(() => reached.size, { timeout: 60_000 }).toBe(2);
  for (const { process } of running) process.kill('SIGKILL');
  for (const { result } of running) expect((await result).signal).toBe('SIGKILL');
  site.faults.clear();
  const contents = () => globSync(`${folder.path}/drive/content/*/*`);
  for (const path of contents()) {
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(basename(path));
  }
  expect(contents().length).toBeLessThan(202);
  const results = await Promise.all(names.map((name) => runCommand(sync(name), { environment })));
  for (const { code, errors } of results) expect({ code, errors }).toEqual({ code: 0, errors: '' });
  for (const { siteId, content } of libraries) await expectEqualContent({ test, folder: folder.path }, siteId, content);
  expect(contents()).toHaveLength(202);
  expect(globSync(`${folder.path}/drive/incoming/*`)).toEqual([]);
});
