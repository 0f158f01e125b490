import { sign } from 'node:crypto';
import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { allControllerFields } from '../../subgraphs/licenses/index.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  keyPair,
  outcomeOf,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld();
const invalid = 'FORBIDDEN invalid_license: Invalid license';

beforeEach(async () => {
  world.clock.seconds = start + 86_400;
  world.files.write('public.pem', world.files.keys.publicKey);
  await world.files.license();
  await checkIn(world.service);
  world.logged.length = 0;
});

/** The outcomes of both endpoints. */
async function requestOutcomes(): Promise<string[]> {
  return await Promise.all([
    outcomeOf(checkIn(world.service)),
    outcomeOf(world.service.activeControllers(fromController(), allControllerFields)),
  ]);
}

async function readStatus() {
  const { state, problem } = await world.service.licenseStatus(fromOperator());
  return { state, problem };
}

function loggedProblems(): unknown[] {
  return world.logged.flatMap((line) => (line.problem === undefined ? [] : [line.problem]));
}

describe('a license', () => {
  test('enables both endpoints if it is valid, and is returned by the GraphQL API', async () => {
    expect(await requestOutcomes()).toEqual(['ok', 'ok']);
    expect(await world.service.licenseStatus(fromOperator())).toEqual({
      state: 'valid',
      problem: null,
      ...{ source: 'file', path: world.files.path('license.jws') },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      customer: 'Acme',
      cap: 100,
      issuedAt: new Date(start * 1000),
      notBefore: new Date(start * 1000),
      expiresAt: new Date((start + 365 * 86_400) * 1000),
      graceEndsAt: new Date((start + 365 * 86_400) * 1000),
      leaseDays: null,
      seatsUsed: 1,
      seatsLeft: 99,
    });
  });

  test('with any changed byte disables both endpoints, and the log contains the reason', async () => {
    const text = await world.files.license();
    for (let position = 0; position < text.length; position += 1) {
      const bytes = Buffer.from(text);
      bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
      world.files.write('license.jws', bytes);
      expect([position, await outcomeOf(checkIn(world.service))]).toEqual([position, invalid]);
    }
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect(loggedProblems()).toContain(
      'the license is rejected: its signature is invalid: signature verification failed',
    );
  });

  test.each([
    ['that is truncated in the middle', (text: string) => text.slice(0, text.length / 2)],
    ['that is truncated by one character', (text: string) => text.slice(0, -1)],
    ['without its signature', (text: string) => text.split('.').slice(0, 2).join('.')],
    ['with an empty signature', (text: string) => `${text.split('.').slice(0, 2).join('.')}.`],
    ['with trailing characters', (text: string) => `${text}A`],
    ['with a second line', (text: string) => `${text}\n\n`],
    ['with the algorithm none', unsigned],
    ['with another encoding of the signature', respell],
    ['that is empty', () => ''],
    ['with another format', () => '{"cap": 100}'],
  ])('%s disables both endpoints, and the log contains the reason', async (_, change) => {
    world.files.write('license.jws', change(await world.files.license()));
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect(await readStatus()).toEqual({
      state: 'invalid',
      problem: expect.stringContaining('the license is rejected'),
    });
    expect(loggedProblems()).toHaveLength(1);
  });

  test.each(['\n', '\r\n'])('may end with the line break %j', async (end) => {
    world.files.write('license.jws', `${await world.files.license()}${end}`);
    expect(await requestOutcomes()).toEqual(['ok', 'ok']);
  });

  test('disables both endpoints if it is signed with another key', async () => {
    await world.files.license({ privateKey: keyPair().privateKey });
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect(loggedProblems()).toEqual([expect.stringContaining('its signature is invalid')]);
  });

  test.each([
    ['"JWT"', '{"alg":"EdDSA","typ":"JWT"}'],
    ['missing', '{"alg":"EdDSA"}'],
  ])('whose header typ is %s is rejected, although its signature is valid', async (typ, header) => {
    world.files.write('license.jws', withHeader(await world.files.license(), header));
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect(await readStatus()).toEqual({
      state: 'invalid',
      problem: `the license is rejected: its header typ is ${typ}, expected "license+jws"`,
    });
  });

  test('may have its type in uppercase letters', async () => {
    world.files.write('license.jws', withHeader(await world.files.license(), '{"alg":"EdDSA","typ":"LICENSE+JWS"}'));
    expect(await requestOutcomes()).toEqual(['ok', 'ok']);
  });

  test('is valid from its start inclusive to its end exclusive, without being reread', async () => {
    const [begin, end] = [start + 86_400, start + 2 * 86_400];
    await world.files.license({ notBefore: new Date(begin * 1000), expiresAt: new Date(end * 1000) });
    const outcomesByState: Record<string, string[]> = {};
    for (const seconds of [begin - 0.001, begin, end - 0.001, end]) {
      world.clock.seconds = seconds;
      outcomesByState[(await readStatus()).state] = await requestOutcomes();
    }
    expect(outcomesByState).toEqual({
      not_yet_valid: [invalid, invalid],
      valid: ['ok', 'ok'],
      expired: [invalid, invalid],
    });
    expect(loggedProblems()).toEqual([
      'the license is not valid before 2026-09-22T14:13:20.000Z',
      'the license expired on 2026-09-23T14:13:20.000Z',
    ]);
  });

  test('disables both endpoints after its deletion until it is restored', async () => {
    rmSync(world.files.path('license.jws'));
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect(await readStatus()).toEqual({ state: 'missing', problem: 'the license file does not exist' });
    await world.files.license();
    expect(await requestOutcomes()).toEqual(['ok', 'ok']);
  });

  test('is rejected without a public key, or with an invalid one', async () => {
    rmSync(world.files.path('public.pem'));
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect((await readStatus()).problem).toBe('the public key file does not exist');
    world.files.write('public.pem', world.files.keys.privateKey);
    expect(await requestOutcomes()).toEqual([invalid, invalid]);
    expect((await readStatus()).problem).toContain('the public key is not an Ed25519 key');
  });

  test('is reported as missing if no license file is configured', async () => {
    const service = world.createReplica({ RAMPART_LICENSES_LICENSE_FILE: '' });
    expect(await outcomeOf(checkIn(service))).toBe(invalid);
    expect(await service.licenseStatus(fromOperator())).toMatchObject({
      state: 'missing',
      problem: 'the license file is not configured',
      cap: null,
      seatsLeft: null,
    });
  });

  test('is replaced immediately by one with another customer and cap', async () => {
    await world.files.license({ customer: 'Other', cap: 7 });
    expect(await world.service.licenseStatus(fromOperator())).toMatchObject({
      customer: 'Other',
      cap: 7,
      seatsLeft: 6,
    });
  });
});

/** `alg: none` (RFC 7515, appendix A.5). */
function unsigned(text: string): string {
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  return `${header}.${text.split('.')[1]}.`;
}

/** Replaces the header and signs the same claims. */
function withHeader(text: string, header: string): string {
  const signed = `${Buffer.from(header).toString('base64url')}.${text.split('.')[1]}`;
  return `${signed}.${sign(null, Buffer.from(signed), world.files.keys.privateKey).toString('base64url')}`;
}

/**
 * Changes the encoding of a signature, but not its bytes: the last character of 64 encoded bytes has four bits that
 * decoders ignore.
 */
function respell(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return `${text.slice(0, -1)}${letters[letters.indexOf(text.slice(-1)) + 1]}`;
}
