import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { projectRoot } from '../../platform/project-root.js';

const unit = read('rampart.service');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.log('systemd-analyze is not installed here: the systemd unit is not checked.');

describe.runIf(hasSystemd)('the systemd unit', () => {
  test('has no systemd-analyze warnings', () => {
    // The path of the command differs on the machine of the test.
    const file = createFile('rampart.service', unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--man=no', 'verify', file], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('has an exposure level of at most 2.0 of 10', () => {
    const file = createFile('rampart.service', unit);
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
      encoding: 'utf8',
    });
    expect(Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2);
  });
});

test('the systemd unit reloads with the signal that replaces workers', () => {
  expect(unit).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
});

test('the Dockerfile has no linter warnings', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test.each([
  ['the systemd unit', unit, /^Environment=(\w+)=(.*)$/gm],
  ['the Dockerfile', dockerfile, /(RAMPART_\w+|NODE_ENV)=(\S+)/g],
  ['the compose file', compose, /^ +(RAMPART_\w+|DATABASE_URL\w*): (.*)$/gm],
])('%s contains only known settings with valid values', (_, text, pattern) => {
  const settings = [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value] as const);
  expect(settings.length).toBeGreaterThan(0);
  const secret = createFile('database_url', 'postgres://rampart:secret@database/rampart');
  const environment = Object.fromEntries(
    settings.map(([name, value]) => [name, name.endsWith('_FILE') ? secret : value]),
  );
  expect(() => loadConfiguration({ environment, workingDirectory: '/' })).not.toThrow();
});

test('both containers have a read-only root file system and no capabilities', () => {
  const services = compose.split(/^ {2}(?=\w+:\n {4}image:)/m).slice(1);
  expect(services.map((service) => /^\w+/.exec(service)?.[0])).toEqual(['rampart', 'database']);
  for (const service of services) {
    expect(service).toMatch(/^ {4}read_only: true$/m);
    expect(service).toMatch(/^ {4}cap_drop:\n {6}- ALL$/m);
    expect(service).toMatch(/^ {6}- no-new-privileges:true$/m);
  }
});

function read(name: string): string {
  return readFileSync(join(projectRoot, 'deploy', name), 'utf8');
}

function createFile(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
