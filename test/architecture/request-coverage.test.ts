import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { databaseSettingsForTest } from '../support/index.js';

/** `scripts/request-coverage.mjs` lists the files with a function that runs in a request, on the built server. */
const root = join(import.meta.dirname, '..', '..');
const maxFiles = { 'GET /alerts': 25, 'GET /api/v1/download': 30 };

test('GET /alerts executes code of at most 25 files, and a download of at most 30, all of which CONTRIBUTING.md lists', async () => {
  const env = { ...process.env, ...(await databaseSettingsForTest()) };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/request-coverage.mjs'], { cwd: root, env });
  const filesByRequest = JSON.parse(stdout) as Record<string, string[]>;
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = page.slice(page.indexOf('### One request, file by file'), page.indexOf('\n## Changing data'));
  const isListed = (path: string): boolean =>
    new RegExp(`\\b${basename(path, '.ts')}\\b`).test(section.replaceAll('**', ''));
  for (const [request, max] of Object.entries(maxFiles)) {
    const files = filesByRequest[request] ?? [];
    expect(files.length, `${request}: ${files.join(' ')}`).toBeLessThanOrEqual(max);
    expect(section).toContain(`\`${request}`);
    expect(section).toContain(`${files.length} files`);
    expect(files.filter((path) => !isListed(path))).toEqual([]);
  }
});
