import { beforeEach, describe, expect, test } from 'vitest';
import { issueLicense, type LicenseService } from '../../subgraphs/licenses/index.js';
import { auditEntries } from '../audit/support/entries.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  keyPair,
  outcomeOf,
  start,
} from './support/license-world.js';

const world = describeLicenseWorld();
const operator = fromOperator();
const daySeconds = 86_400;
const noSeat = 'FORBIDDEN no_seat: No devices available';
const invalid = 'FORBIDDEN invalid_license: Invalid license';
let [firstProcess, secondProcess]: LicenseService[] = [];

beforeEach(async () => {
  await world.clear();
  await world.test.database.sql`truncate licenses.document, platform.event`;
  await world.files.license({ cap: 100 });
  world.files.write('departments.json', '[{"name":"plant","addresses":["10.1.0.0/16"],"configuration":{}}]');
  [firstProcess, secondProcess] = [world.createReplica(), world.createReplica()];
});

/** A license for this installation that is not in the file. */
async function licenseOf(terms: Partial<Parameters<typeof issueLicense>[0]> = {}): Promise<string> {
  const { text } = await issueLicense({
    ...{ customer: 'Acme', cap: 100, privateKey: world.files.keys.privateKey },
    ...{ issuedAt: new Date(start * 1000), expiresAt: new Date((start + 365 * daySeconds) * 1000) },
    ...terms,
  });
  return text;
}

async function replace(text: string | null, service = firstProcess as LicenseService) {
  const { version } = await service.readDocument(operator, 'license');
  return await service.replaceDocument(operator, { kind: 'license', text, version });
}

const previewLicense = (text: string | null, first = 20) =>
  (firstProcess as LicenseService).previewDocument(operator, { kind: 'license', text, first });

describe('a license that is stored in the database', () => {
  test('applies to each request after the change, in all processes, instead of the file', async () => {
    const processes = [firstProcess, secondProcess, world.service] as LicenseService[];
    for (let round = 0; round < 9; round++) {
      await world.clear();
      const cap = round % 3;
      await replace(round === 8 ? null : ` ${await licenseOf({ cap })}\n`, processes[round % 3]);
      const checks = [1, 2, 3, 4].map((number) =>
        outcomeOf(checkIn(processes[number % 3] as LicenseService, { guid: guidOf(number) })),
      );
      const outcomes = await Promise.all(checks);
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(round === 8 ? 4 : cap);
      expect(outcomes.filter((outcome) => outcome === noSeat)).toHaveLength(round === 8 ? 0 : 4 - cap);
      for (const service of processes) {
        const source = round === 8 ? 'file' : 'database';
        const expected = { source, path: world.files.path('license.jws'), cap: round === 8 ? 100 : cap };
        expect(await service.licenseStatus(operator)).toMatchObject(expected);
      }
    }
    await replace(await licenseOf());
    world.files.write('license.jws', 'no license');
    expect(await outcomeOf(checkIn(secondProcess as LicenseService, { guid: guidOf(9) }))).toBe('ok');
    expect(await outcomeOf(replace(null))).toContain('the license is rejected');
  });

  test('expires, and is rejected while another public key is configured', async () => {
    await replace(await licenseOf({ expiresAt: new Date((start + 2 * daySeconds) * 1000), graceDays: 1 }));
    const { seconds } = world.clock;
    try {
      world.clock.seconds = start + 2 * daySeconds;
      expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe('ok');
      expect(await secondProcess?.licenseStatus(operator)).toMatchObject({ state: 'grace', source: 'database' });
      world.clock.seconds = start + 3 * daySeconds;
      expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe(invalid);
    } finally {
      world.clock.seconds = seconds;
    }
    world.files.write('public.pem', keyPair().publicKey);
    expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe(invalid);
    world.files.write('public.pem', world.files.keys.publicKey);
    expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe('ok');
  });

  test('is replaced by exactly one of several concurrent editors of the same version', async () => {
    const texts = await Promise.all(Array.from({ length: 6 }, (_, cap) => licenseOf({ cap })));
    const edits = texts.map((text, number) =>
      outcomeOf(
        ((number % 2 === 0 ? firstProcess : secondProcess) as LicenseService).replaceDocument(operator, {
          ...{ kind: 'license', text, version: 0 },
        }),
      ),
    );
    const outcomes = await Promise.all(edits);
    expect(outcomes.filter((outcome) => outcome.startsWith('CONFLICT'))).toHaveLength(5);
    const { cap } = (await secondProcess?.licenseStatus(operator)) ?? {};
    expect(cap).toBe(outcomes.indexOf('ok'));
  });

  test('is rejected without a change if no controller would be served under it', async () => {
    const expiresAt = new Date((start + daySeconds) * 1000);
    const tampered = (await licenseOf()).replace(/\.[\w-]{10}/, '.AAAAAAAAAA');
    for (const [text, problem] of [
      ['no license', 'it is not a JSON Web Signature'],
      [tampered, 'its signature is invalid'],
      [await licenseOf({ privateKey: keyPair().privateKey }), 'its signature is invalid'],
      [await licenseOf({ expiresAt }), 'so controllers would be rejected'],
      [await licenseOf({ notBefore: new Date((start + 9 * daySeconds) * 1000) }), 'so controllers would be rejected'],
      ['x'.repeat(65_537), 'it is larger than 65536 bytes'],
    ] as const) {
      expect(await outcomeOf(replace(text))).toContain(problem);
      expect(await previewLicense(text)).toMatchObject({ problem: expect.stringContaining(problem), license: null });
    }
    const withoutFile = world.createReplica({ RAMPART_LICENSES_LICENSE_FILE: '' });
    expect(await outcomeOf(replace(null, withoutFile))).toContain('no license file is configured');
    expect(await firstProcess?.readDocument(operator, 'license')).toMatchObject({ version: 0, source: 'file' });
  });

  test('is recorded in the audit log with its terms and those of the previous license, and publishes an event', async () => {
    await replace(await licenseOf({ cap: 7, graceDays: 3 }));
    const entry = (await auditEntries(world.test.database)).findLast(({ action }) => action === 'replace.license');
    expect([entry?.objects, JSON.parse(entry?.before ?? ''), JSON.parse(entry?.after ?? '')]).toMatchObject([
      ['license-document:license'],
      { source: 'file', version: 0 },
      {
        ...{ source: 'database', version: 1, sha256: expect.any(String) },
        license: { customer: 'Acme', cap: 7, graceDays: 3 },
        replaces: { cap: 100 },
      },
    ]);
    expect(await world.test.database.sql`select type, data from platform.event order by id`).toEqual([
      { type: 'license-changes', data: { change: 'replaced', document: 'license' } },
    ]);
  });
});

describe('a preview of a license', () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3, 4]) {
      const ipAddresses = [number % 2 === 0 ? '10.1.0.1' : '192.0.2.1'];
      await checkIn(firstProcess as LicenseService, { guid: guidOf(number), ipAddresses }, fromController());
    }
  });

  test('contains the terms of both licenses, and the controllers beyond the smaller cap', async () => {
    const text = await licenseOf({ cap: 1, customer: 'Acme Ltd', entitlements: { modules: ['a'] } });
    expect(await previewLicense(text, 2)).toMatchObject({
      ...{ problem: null, version: 0, entryCount: 1, controllerCount: 4, affectedCount: 3 },
      departments: [
        { department: 'plant', count: 2 },
        { department: null, count: 1 },
      ],
      changes: [2, 3].map((number) => ({
        ...{ guid: guidOf(number), before: 'within the cap', after: 'over the cap' },
      })),
      license: {
        ...{ seatsUsed: 4, before: { customer: 'Acme', cap: 100 } },
        after: { customer: 'Acme Ltd', cap: 1, entitlements: { modules: ['a'] } },
      },
    });
    await replace(text);
    // All listed controllers are still served: a smaller cap removes no controllers, but prevents registrations.
    expect(await outcomeOf(checkIn(secondProcess as LicenseService, { guid: guidOf(4) }))).toBe('ok');
    expect(await outcomeOf(checkIn(secondProcess as LicenseService, { guid: guidOf(5) }))).toBe(noSeat);
    expect(await previewLicense(await licenseOf({ cap: 3 }))).toMatchObject({
      ...{ affectedCount: 2, changes: [{ guid: guidOf(2), before: 'over the cap', after: 'within the cap' }, {}] },
    });
    expect((await previewLicense(await licenseOf({ cap: 1 }))).affectedCount).toBe(0);
  });

  test('lists all controllers if none is currently served, and changes nothing', async () => {
    world.files.write('license.jws', 'no license');
    expect(await previewLicense(await licenseOf({ cap: 3 }))).toMatchObject({
      ...{ affectedCount: 4, license: { before: null } },
      changes: [{ before: 'rejected', after: 'within the cap' }, {}, {}, { before: 'rejected', after: 'over the cap' }],
    });
    expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe(invalid);
  });
});
