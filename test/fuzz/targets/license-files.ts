import assert from 'node:assert/strict';
import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { parseBlacklist } from '../../../subgraphs/licenses/files/rules/blacklist.js';
import { parseDepartments } from '../../../subgraphs/licenses/files/rules/departments.js';
import { verifyLicense } from '../../../subgraphs/licenses/files/service/license-file.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';

const issuerKey = keyOf('the issuer');
const foreign = keyOf('a stranger');
const publicPem = createPublicKey(issuerKey).export({ type: 'spki', format: 'pem' }) as string; // The PEM format is a string.

/**
 * License files: only files that the issuer signed are accepted, according to an independent verification. The
 * blacklist and departments files are read or rejected.
 */
export const licenseFiles: Target = {
  name: 'license-files',
  maxBytes: 4096,
  batchSize: 10,
  isDeterministic: true,
  maxMs: 3000,
  dictionary: [
    ...[
      '.',
      '..',
      '\n',
      '\r\n',
      '=',
      '==',
      '-',
      '_',
      '+',
      '/',
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      'null',
      'true',
      '1e99',
      '-1',
    ],
    ...[
      'eyJhbGciOiJFZERTQSJ9',
      'eyJhbGciOiJub25lIn0',
      '"alg":"none"',
      '"b64":false',
      '"crit":["b64"]',
      '#',
      '10.0.0.0/8',
    ],
    ...[
      '::/0',
      '192.0.2.1',
      'c0ffee00-0000-4000-8000-000000000001',
      '"name"',
      '"addresses"',
      '"configuration"',
      '__proto__',
    ],
  ],
  async open() {
    return {
      generate,
      async run(input) {
        const content = input.toString('utf8');
        await checkLicense(content);
        checkOtherFiles(content);
      },
      async close() {},
    };
  },
};

const documentedRejections =
  /^(its signature is invalid: |it is not a JSON Web Signature|its payload is not a JSON object|its claim \w+ must (be|have) )/;

async function checkLicense(content: string): Promise<void> {
  let license: Awaited<ReturnType<typeof verifyLicense>>;
  try {
    license = await verifyLicense(content, publicPem);
  } catch (error) {
    assert.equal((error as Error).name, 'Error', `unexpected class of error: ${error}`);
    assert.match((error as Error).message, documentedRejections);
    return;
  }
  const [header = '', payload = '', signature = ''] = content.replace(/\r?\n$/, '').split('.');
  assert.equal(
    `${header}.${payload}.${signature}`,
    content.replace(/\r?\n$/, ''),
    'accepted a license with other parts than header, payload and signature',
  );
  assert.ok(
    verify(null, Buffer.from(`${header}.${payload}`), createPublicKey(issuerKey), Buffer.from(signature, 'base64url')),
    'accepted a license that the issuer did not sign',
  );
  assert.equal(
    Buffer.from(signature, 'base64url').toString('base64url'),
    signature,
    'accepted a non-canonical base64url signature',
  );
  const { alg, crit } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
  assert.ok(
    (alg === 'EdDSA' || alg === 'Ed25519') && crit === undefined,
    `accepted a header with alg ${alg} and crit ${crit}`,
  );
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const { jti: id, customer, cap, iat: issuedAt, nbf: notBefore = issuedAt, exp: expiresAt } = claims;
  const { grace_days: graceDays = 0, entitlements = {}, cnf } = claims;
  const terms = { id, customer, cap, issuedAt, notBefore, expiresAt, graceDays, entitlements };
  assert.deepEqual(license, { ...terms, signingKey: cnf === undefined ? null : keyIn(cnf) });
}

/** The key in the claim `cnf`, with only the members that a parsed license retains. */
function keyIn(cnf: unknown): unknown {
  const { kty, crv, x } = (cnf as { jwk: Record<string, unknown> }).jwk;
  return { kty, crv, x };
}

function checkOtherFiles(content: string): void {
  for (const parse of [parseBlacklist, parseDepartments]) {
    try {
      parse(content);
    } catch (error) {
      assert.equal((error as Error).name, 'Error', `unexpected class of error: ${error}`);
    }
  }
  assert.deepEqual(Object.keys(Object.prototype), [], 'the prototype of objects was changed');
}

const values = [0, 1, -1, 1.5, 2 ** 31, 1e15, '', 'x', null, true, [], {}, 'x'.repeat(1001), '\u0000', 1_790_000_000];

function generate(random: Random): Buffer {
  if (random.chance(0.2)) return otherFile(random);
  const header: Record<string, unknown> = { alg: 'EdDSA', typ: 'license+jws' };
  if (random.chance(0.3)) {
    const [name, value] = random.pick<[string, unknown]>([
      ...([
        ['alg', 'none'],
        ['alg', 'HS256'],
        ['alg', 'Ed25519'],
        ['alg', 'ES256'],
        ['b64', false],
      ] as [string, unknown][]),
      ...([
        ['crit', ['b64']],
        ['crit', []],
        ['jwk', {}],
        ['zip', 'DEF'],
        ['alg', null],
      ] as [string, unknown][]),
    ]);
    header[name] = value;
  }
  const claims: Record<string, unknown> = {
    ...{ jti: 'c0ffee00-0000-4000-8000-000000000001', customer: 'Acme', cap: 100 },
    ...{ iat: 1_790_000_000, nbf: 1_790_000_000, exp: 1_800_000_000 },
  };
  for (let changes = random.below(3); changes > 0; changes--)
    claims[random.pick(Object.keys(claims))] = random.pick(values);
  const payload = random.chance(0.1) ? random.pick(['', 'null', '[]', '1', '{', '\u{feff}{}']) : JSON.stringify(claims);
  const signed = `${encodeText(JSON.stringify(header))}.${encodeText(payload)}`;
  return Buffer.from(`${signed}.${signatureOf(signed, random)}${random.pick(['', '', '\n', '\r\n', '\n\n', ' '])}`);
}

function signatureOf(signed: string, random: Random): string {
  if (random.chance(0.1)) return createHmac('sha256', publicPem).update(signed).digest('base64url');
  if (random.chance(0.05)) return '';
  return sign(null, Buffer.from(signed), random.chance(0.1) ? foreign : issuerKey).toString('base64url');
}

function otherFile(random: Random): Buffer {
  const addresses = ['10.0.0.0/8', '::1', '10.0.0.1', '::/0', '10.0.0.0/33', '010.1.1.1', 'fe80::1%eth0', '1.2.3.4/08'];
  if (random.chance(0.5)) {
    const lines = [
      'c0ffee00-0000-4000-8000-000000000001',
      '# comment',
      '',
      'C0FFEE00000040008000000000000001',
      ...addresses,
    ];
    return Buffer.from(Array.from({ length: random.below(6) }, () => random.pick(lines)).join('\n'));
  }
  const department = () => ({
    name: random.pick(['a', '', 1, '__proto__']),
    addresses: Array.from({ length: random.below(3) }, () => random.pick<unknown>([...addresses, 1, null])),
    configuration: random.pick<unknown>([{}, { a: 1 }, null, [], 'x', { __proto__: null, constructor: 1 }]),
  });
  return Buffer.from(JSON.stringify(Array.from({ length: random.below(3) }, department)));
}

/** A constant key, so inputs remain signed: 32 bytes in the format of RFC 8410, section 7. */
function keyOf(name: string): KeyObject {
  const secret = createHash('sha256').update(`fuzzing: ${name}`).digest();
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function encodeText(text: string): string {
  return Buffer.from(text).toString('base64url');
}
