import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { license } from '../../command-line/doctor/checks/license-files.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog as log } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { createLicenseService } from '../../subgraphs/licenses/index.js';
import { resultOf } from '../doctor/support/examine.js';
import { checkIn, guidOf, keyPair, LicenseFolder } from '../licenses/support/license-world.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { runHere } from './support/run-here.js';

const files = new LicenseFolder();
const signing = keyPair();
let opened: TestDatabase;
let environment: Record<string, string>;

const yearMs = 365 * 86_400_000;
const terms = { issuedAt: new Date(Date.now() - 60_000), expiresAt: new Date(Date.now() + yearMs) };

beforeAll(async () => {
  files.write('public.pem', files.keys.publicKey);
  files.write('blacklist.txt', '');
  files.write('departments.json', '[]');
  files.write('signing-private.pem', signing.privateKey);
  files.write('signing-public.pem', signing.publicKey);
  await files.license({ ...terms, cap: 1 });
  copyFileSync(files.path('license.jws'), files.path('smaller.jws'));
  await files.license({ ...terms, cap: 5 });
  opened = await openTestDatabase();
  const key = { RAMPART_LICENSES_SIGNING_KEY_FILE: files.path('signing-private.pem') };
  environment = { ...files.settings(), ...key, DATABASE_URL: opened.url };
  const { database } = opened;
  const configuration = testConfiguration(environment);
  const service = createLicenseService({ configuration, database, clock: systemClock, log });
  for (const number of [1, 2]) await checkIn(service, { guid: guidOf(number), hostname: `plc-${number}` });
});
afterAll(async () => {
  await opened.close();
  files.remove();
});

const runDocuments = (...args: string[]) => runHere(['controllers', 'documents', ...args], { environment });

test('a license is previewed, stored and listed, and the file is used again on request', async () => {
  const smaller = files.path('smaller.jws');
  const preview = await runDocuments('preview', 'license', smaller);
  expect(preview).toMatchObject({ code: 0, errors: '' });
  expect(preview.output).toMatch(/^active license +Acme, 5 controllers until .*\nthis license +Acme, 1 controller/m);
  expect(preview.output).toMatch(/^seats over the cap +1$/m);
  expect(preview.output).toContain(`${guidOf(2)}  within the cap → over the cap`);
  expect(await runDocuments('replace', 'license', smaller)).toMatchObject({
    ...{ code: 0, output: 'active: license from the database (version 1)\n' },
  });
  const list = JSON.parse((await runDocuments('list', '--json')).output);
  expect(list).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'license', source: 'database', version: 1, file: files.path('license.jws') },
    }),
  );
  expect(await resultOf(license, environment)).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(
      /^version 1 in the database \(changed by .*\), instead of .*license.jws: valid for 1 controller until/,
    ),
  });
  expect((await runDocuments('show', 'license')).output).toBe(`${readFileSync(smaller, 'utf8').trim()}\n`);
  expect(await runDocuments('use-file', 'license', '--expected-version', '0')).toMatchObject({
    ...{ code: 1, errors: expect.stringContaining('no longer has version 0') },
  });
  expect(await runDocuments('use-file', 'license', '--expected-version', '1', '--expected-digest', '7')).toMatchObject({
    ...{ code: 1, errors: expect.stringContaining('no longer has version 1 (digest 7)') },
  });
  expect(await runDocuments('use-file', 'license')).toMatchObject({
    ...{ code: 0, output: 'active: license from the file (version 2)\n' },
  });
});

test('an invalid text is rejected, as is an unknown document', async () => {
  writeFileSync(files.path('broken'), 'no license');
  const rejected = { code: 1, errors: expect.stringContaining('it is not a JSON Web Signature') };
  expect(await runDocuments('replace', 'license', files.path('broken'))).toMatchObject(rejected);
  expect(await runDocuments('preview', 'license', files.path('broken'))).toMatchObject(rejected);
  expect(await runDocuments('show', 'licence')).toMatchObject({
    ...{ code: 2, errors: expect.stringContaining('It must be blacklist, departments or license') },
  });
});

test('the documented command verifies a machine file with OpenSSL alone', async () => {
  const manual = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8');
  const [line = ''] = /^openssl pkeyutl .*plc-14\.json.*$/m.exec(manual) ?? [];
  const out = files.path('plc-14.json');
  expect(await runHere(['controllers', 'machine-file', guidOf(1), '--out', out], { environment })).toMatchObject({
    code: 0,
  });
  const again = await runHere(['controllers', 'machine-file', guidOf(1), '--out', out], { environment });
  expect(again).toMatchObject({ code: 1, errors: expect.stringMatching(/plc-14\.json exists: .*--force/) });
  if (spawnSync('openssl', ['version']).status !== 0) return console.log('OpenSSL is not installed here');
  const verify = () => execFileSync('sh', ['-c', line], { cwd: files.folder, encoding: 'utf8', stdio: 'pipe' });
  expect(verify()).toContain('Signature Verified Successfully');
  writeFileSync(out, readFileSync(out, 'utf8').replace('plc-1', 'plc-2'));
  expect(verify).toThrow();
});
