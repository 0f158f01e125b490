import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { keyPair } from '../licenses/support/license-world.js';
import { listPath, now, report, startLicensesServer } from './support/licenses-server.js';

/** Both endpoints reject an invalid license, and the log contains the reason. */
const server = await startLicensesServer();
const { files } = server;

beforeEach(async () => {
  await server.reset();
  expect(await requestBoth()).toEqual([200, 200]);
  server.logged.length = 0;
});

async function requestBoth(): Promise<unknown[]> {
  const responses = [await server.check(report()), await server.send(listPath)];
  for (const { status, json } of responses) if (status !== 200) expect(json).toEqual({ message: 'Invalid license' });
  return responses.map(({ status }) => status);
}

/** The logged reasons why controllers are rejected. */
function loggedProblems(): unknown[] {
  return server.logged
    .filter(({ msg }) => msg === 'there is no valid license: controllers are rejected')
    .map(({ problem }) => problem);
}

function licenseText(): string {
  return readFileSync(files.path('license.jws'), 'utf8');
}

const dayMs = 86_400_000;

describe('an invalid license', () => {
  const broken: readonly [what: string, spoil: () => unknown, problem: RegExp][] = [
    ['that is missing', () => rmSync(files.path('license.jws')), /does not exist/],
    ['that is empty', () => files.write('license.jws', ''), /not a JSON Web Signature/],
    [
      'that is truncated',
      () => files.write('license.jws', licenseText().slice(0, -20)),
      /signature is invalid|not a JSON Web/i,
    ],
    ['signed with another key', () => files.license({ privateKey: keyPair().privateKey }), /its signature is invalid/],
    ['that expired', () => files.license({ expiresAt: new Date(now * 1000) }), /expired on 2026-09-22T14:13:20.000Z/],
    [
      'that is not yet valid',
      () => files.license({ issuedAt: new Date((now + 1) * 1000), expiresAt: new Date(now * 1000 + dayMs) }),
      /is not valid before 2026-09-22T14:13:21.000Z/,
    ],
    [
      'without a signature',
      () => files.write('license.jws', unsigned(licenseText())),
      /its signature is invalid|not a JSON Web/,
    ],
    ['without a public key', () => rmSync(files.path('public.pem')), /the public key file does not exist/],
    ['with an invalid public key', () => files.write('public.pem', 'nothing'), /the public key is not an Ed25519 key/],
  ];

  test.each(broken)('%s is rejected on both endpoints, and logged once with the reason', async (_, spoil, problem) => {
    await spoil();
    expect(await requestBoth()).toEqual([403, 403]);
    expect(await requestBoth()).toEqual([403, 403]);
    expect(loggedProblems()).toEqual([expect.stringMatching(problem)]);
    await server.reset();
    expect(await requestBoth()).toEqual([200, 200]);
  });

  test('with one changed byte at any position is rejected', async () => {
    const text = licenseText();
    const spoilt: string[] = [];
    const end = text.trimEnd().length - 1;
    for (const index of [...Array.from({ length: Math.ceil(end / 7) }, (_, step) => step * 7), end]) {
      const other = text[index] === 'A' ? 'B' : 'A';
      files.write('license.jws', `${text.slice(0, index)}${other}${text.slice(index + 1)}`);
      const [check, list] = await requestBoth();
      if (check !== 403 || list !== 403) spoilt.push(`${index} was taken`);
    }
    expect(spoilt).toEqual([]);
    expect(loggedProblems().length).toBeGreaterThan(0);
  });
});

describe('a license', () => {
  test('is valid up to the second in which it expires', async () => {
    await files.license({ expiresAt: new Date((now + 10) * 1000) });
    server.clock.seconds = now + 9.9;
    expect(await requestBoth()).toEqual([200, 200]);
    server.clock.seconds = now + 10;
    expect(await requestBoth()).toEqual([403, 403]);
    expect(loggedProblems()).toEqual([expect.stringMatching(/expired on/)]);
  });

  test('with more seats applies immediately, and one with fewer revokes no seat', async () => {
    await files.license({ cap: 1 });
    const second = report({ guid: 'c0ffee00-0000-4000-8000-0000000000ff' });
    expect((await server.check(second)).json).toEqual({ message: 'No devices available' });
    await files.license({ cap: 2 });
    expect((await server.check(second)).status).toBe(200);
    await files.license({ cap: 1 });
    expect([(await server.check(second)).status, (await server.list()).length]).toEqual([200, 2]);
  });

  test('is not in the log', async () => {
    await files.license();
    await requestBoth();
    expect(JSON.stringify(server.logged)).not.toContain(licenseText().split('.')[2]?.trim());
  });
});

/** The same claims with the algorithm `none` (RFC 7515, section 8.5). */
function unsigned(text: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return `${header}.${text.split('.')[1]}.AAAA`;
}
