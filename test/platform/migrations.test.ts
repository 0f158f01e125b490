import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import drizzleConfiguration from '../../drizzle.config.js';
import { projectRoot } from '../../platform/project-root.js';

test('the committed migrations match the tables', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'rampart-migrations-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(projectRoot, 'schema', 'migrations'), copy, { recursive: true });
  const before = readdirSync(copy);
  const configuration = join(copy, 'drizzle.config.json');
  // drizzle-kit requires a path relative to its working directory.
  const out = relative(projectRoot, copy);
  writeFileSync(
    configuration,
    JSON.stringify({ dialect: drizzleConfiguration.dialect, schema: drizzleConfiguration.schema, out }),
  );
  const args = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', relative(projectRoot, configuration)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot });
  expect(stdout).toContain('No schema changes');
  rmSync(configuration);
  expect(readdirSync(copy)).toEqual(before);
});
