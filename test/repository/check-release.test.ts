import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { ownVersion } from '../../platform/version.js';

/** Runs the check on a project of version 1.2.0 with this changelog. */
function checkRelease(changelog: string, ...args: string[]): { status: number | null; output: string; errors: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'rampart-release-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'package.json'), '{ "version": "1.2.0" }');
  writeFileSync(join(cwd, 'CHANGELOG.md'), changelog);
  const script = join(projectRoot, 'scripts', 'check-release.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
  return { status, output: stdout, errors: stderr };
}

const dated = '# Changelog\n\n## [1.2.0] - 2026-12-01\n### Added\n- Doors.\n\n## [1.1.0] - 2026-11-01\n- Windows.\n';

test('the release check accepts a tag for a version with a dated changelog section, and returns its notes', () => {
  expect(checkRelease(dated, 'v1.2.0')).toEqual({ status: 0, output: '', errors: '' });
  expect(checkRelease(dated, 'v1.2.0', '--notes').output).toBe('### Added\n- Doors.\n');
});

test.each([
  ['another tag', dated, 'v1.2.1', 'the tag is v1.2.1, but package.json requires v1.2.0\n'],
  ['no tag', dated, '', 'the tag is missing, but package.json requires v1.2.0\n'],
  [
    'a version without a date',
    dated.replace('2026-12-01', 'Unreleased'),
    'v1.2.0',
    'CHANGELOG.md has "[1.2.0] - Unreleased", expected "[1.2.0] - YYYY-MM-DD"\n',
  ],
  ['a version without a section', '# Changelog\n', 'v1.2.0', 'CHANGELOG.md has no section [1.2.0]\n'],
  ['a version without changes', '## [1.2.0] - 2026-12-01\n\n', 'v1.2.0', 'CHANGELOG.md has no entry for 1.2.0\n'],
])('rejects %s', (_, changelog, tag, errors) => {
  expect(checkRelease(changelog, tag)).toEqual({ status: 1, output: '', errors });
});

test('the changelog has a section for the version in package.json', () => {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  expect(changelog).toMatch(
    new RegExp(`^## \\[${ownVersion.replaceAll('.', '\\.')}\\] - (Unreleased|\\d{4}-\\d\\d-\\d\\d)$`, 'm'),
  );
});
