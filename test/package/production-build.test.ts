import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { temporaryFolder } from '../support/running-server.js';

const checkout = temporaryFolder();

afterAll(() => {
  checkout.remove();
});

function build(): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: checkout.path,
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('a checkout without development dependencies requires an existing build, and does not replace it', () => {
  for (const path of ['scripts/build.mjs', 'package-lock.json', 'tsconfig.build.json'])
    cpSync(join(projectRoot, path), join(checkout.path, path));
  expect(build()).toEqual({
    status: 1,
    stderr: 'There is no build, and the development dependencies are not installed: run npm ci && npm run build.\n',
  });
  mkdirSync(join(checkout.path, 'dist'));
  for (const part of ['server', 'pages'])
    writeFileSync(join(checkout.path, 'dist', `.${part}-built-from`), 'older sources');
  expect(build()).toEqual({
    status: 0,
    stderr:
      'The build is older than its sources, and the development dependencies are not installed: run npm ci && npm run build.\n',
  });
});
