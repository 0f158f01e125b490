import { beforeEach, describe, expect, test } from 'vitest';
import { maxCharacters } from '../../platform/input-limits.js';
import type { LicenseService } from '../../subgraphs/licenses/index.js';
import { auditEntries } from '../audit/support/entries.js';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
} from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_LICENSES_BLACKLIST: 'ip' });
const operator = fromOperator();
const blacklisted = 'FORBIDDEN blacklisted: Controller is blacklisted';
const plant = (configuration: object) => JSON.stringify([{ name: 'plant', addresses: ['10.1.0.0/16'], configuration }]);

let [firstProcess, secondProcess]: LicenseService[] = [];

beforeEach(async () => {
  await world.clear();
  await world.test.database.sql`truncate licenses.document`;
  world.files.write('blacklist.txt', '');
  world.files.write('departments.json', '[]');
  [firstProcess, secondProcess] = [world.createReplica(), world.createReplica()];
});

/** Replaces the current version of a document. */
async function replace(
  kind: 'blacklist' | 'departments',
  text: string | null,
  service = firstProcess as LicenseService,
) {
  const { version } = await service.readDocument(operator, kind);
  return await service.replaceDocument(operator, { kind, text, version });
}

const sourceOf = async (service = secondProcess) => (await service?.blacklistStatus(operator))?.file.source;

describe('a blacklist that is stored in the database', () => {
  test('applies to each request after the change, in all processes, instead of the file', async () => {
    const processes = [firstProcess, secondProcess, world.service] as LicenseService[];
    for (let round = 0; round < 12; round++) {
      const text = round % 2 === 0 ? `${guidOf(1)} # lost\n198.51.100.0/24` : null;
      const [editor] = processes.slice(round % 3);
      await replace('blacklist', text, editor);
      // Concurrently, because concurrent requests share their reads.
      const outcomes = processes.flatMap((service) => [
        outcomeOf(checkIn(service)),
        outcomeOf(checkIn(service, { guid: guidOf(2) }, fromController('198.51.100.7'))),
        outcomeOf(checkIn(service, { guid: guidOf(1) }, operator)),
      ]);
      expect(await Promise.all(outcomes)).toEqual(Array(9).fill(text === null ? 'ok' : blacklisted));
      expect(await sourceOf()).toBe(text === null ? 'file' : 'database');
    }
    world.files.write('blacklist.txt', guidOf(1));
    expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe(blacklisted);
    await replace('blacklist', '');
    expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe('ok');
  });

  test('is read again after a failover that lost a change, even if the next change has the same version and time', async () => {
    await replace('blacklist', guidOf(8));
    const { sql } = world.test.database;
    const [storedDocument] = await sql`select version, text, changed_at from licenses.document`;
    world.clock.seconds += 1;
    await replace('blacklist', guidOf(9));
    expect(await secondProcess?.readDocument(operator, 'blacklist')).toMatchObject({ version: 2, text: guidOf(9) });
    await sql`update licenses.document set version = ${storedDocument?.version}, text = ${storedDocument?.text},
      changed_at = ${storedDocument?.changed_at}`;
    expect(await firstProcess?.readDocument(operator, 'blacklist')).toMatchObject({ version: 1, text: guidOf(8) });
    await sql`update licenses.document set version = 2, text = ${guidOf(1)}, changed_at = ${world.clock.seconds}`;
    const service = secondProcess as LicenseService;
    expect([await outcomeOf(checkIn(service)), await outcomeOf(checkIn(service, { guid: guidOf(8) }))]).toEqual([
      ...[blacklisted, 'ok'],
    ]);
    expect(await secondProcess?.readDocument(operator, 'blacklist')).toMatchObject({ version: 2, text: guidOf(1) });
  });

  test('is not overwritten by an editor who has read a version that a failover lost, even if the next version has the same number', async () => {
    const lostVersion = await replace('blacklist', guidOf(8));
    const { sql } = world.test.database;
    await sql`update licenses.document set text = ${guidOf(9)}, changed_by = 'Ana'`;
    const edit = (version: { version: number; digest: string }) =>
      (firstProcess as LicenseService).replaceDocument(operator, { ...version, kind: 'blacklist', text: guidOf(1) });
    const current = await firstProcess?.readDocument(operator, 'blacklist');
    expect(current).toMatchObject({
      version: lostVersion.version,
      digest: expect.not.stringMatching(lostVersion.digest),
    });
    const outcome = await outcomeOf(edit(lostVersion));
    expect(outcome).toContain(`no longer has version 1 (digest ${lostVersion.digest}): it was changed in the meantime`);
    expect(outcome).toContain(`It now has version 1 (digest ${current?.digest}), stored by Ana at`);
    expect(await firstProcess?.readDocument(operator, 'blacklist')).toEqual(current);
    expect(await edit(current as { version: number; digest: string })).toMatchObject({ version: 2, text: guidOf(1) });
  });

  test('is reported with the reason if this release accepts only part of it', async () => {
    await replace('blacklist', guidOf(1));
    expect((await secondProcess?.blacklistStatus(operator))?.file.problem).toBeNull();
    await world.test.database.sql`update licenses.document set version = 2, text = ${`${guidOf(1)}\nnonsense`}`;
    expect((await secondProcess?.blacklistStatus(operator))?.file).toMatchObject({
      ...{ source: 'database', problem: expect.stringContaining('line 2 is not a GUID') },
    });
    expect(await outcomeOf(checkIn(secondProcess as LicenseService))).toBe(blacklisted);
  });

  test('marks controllers as blacklisted in other processes, even if no controller has checked in there', async () => {
    await checkIn(firstProcess as LicenseService);
    await replace('blacklist', guidOf(1));
    const fields = { names: [], derived: ['isBlacklisted'], key: 'test' } as const;
    const page = { filter: { isBlacklisted: true }, fields, wantsItems: true, wantsTotal: true };
    expect(await secondProcess?.listControllers(operator, page)).toMatchObject({ totalCount: 1 });
    expect(
      await world.createReplica().controllersByGuids(operator, { guids: [guidOf(1)], fields: page.fields }),
    ).toEqual([expect.objectContaining({ isBlacklisted: true })]);
    expect((await world.createReplica().blacklistEntries(operator, {})).nodes).toMatchObject([{ value: guidOf(1) }]);
  });

  test('is changed by exactly one of several concurrent editors of the same version', async () => {
    const edits = Array.from({ length: 8 }, (_, number) =>
      outcomeOf(
        ((number % 2 === 0 ? firstProcess : secondProcess) as LicenseService).replaceDocument(operator, {
          ...{ kind: 'blacklist', text: guidOf(number), version: 0 },
        }),
      ),
    );
    const outcomes = await Promise.all(edits);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.startsWith('CONFLICT'))).toHaveLength(7);
    expect(await firstProcess?.readDocument(operator, 'blacklist')).toMatchObject({
      ...{ version: 1, text: guidOf(outcomes.indexOf('ok')), source: 'database' },
    });
    expect(await outcomeOf(replaceAt(3))).toContain('no longer has version 3: it was changed in the meantime');
  });

  test('is rejected without a change if any line is invalid or the text is too long', async () => {
    expect(await outcomeOf(replace('blacklist', `${guidOf(1)}\nnonsense`))).toContain('line 2 is not a GUID');
    const longest = `#${'x'.repeat(maxCharacters.licenseDocument - 1)}`;
    expect(await outcomeOf(replace('blacklist', `${longest}x`))).toContain('BAD_USER_INPUT');
    expect((await firstProcess?.readDocument(operator, 'blacklist'))?.version).toBe(0);
    expect(await outcomeOf(replace('blacklist', longest))).toBe('ok');
    world.files.write('blacklist.txt', 'nonsense');
    expect(await outcomeOf(replace('blacklist', null))).toContain('line 1 is not a GUID');
    expect(await sourceOf()).toBe('database');
  });

  test('is recorded in the audit log with the added and removed lines', async () => {
    await replace('blacklist', `${guidOf(1)}\n192.0.2.7`);
    await replace('blacklist', `${guidOf(1)}\n192.0.2.8`);
    const entries = (await auditEntries(world.test.database)).filter(({ action }) => action === 'replace.blacklist');
    const last = entries.findLast(({ after }) => JSON.parse(after ?? '').version === 2);
    expect([last?.objects, JSON.parse(last?.before ?? ''), JSON.parse(last?.after ?? '')]).toMatchObject([
      ['license-document:blacklist'],
      { source: 'database', version: 1 },
      { source: 'database', version: 2, added: ['192.0.2.8'], removed: ['192.0.2.7'], addedCount: 1 },
    ]);
  });
});

function replaceAt(version: number) {
  return (firstProcess as LicenseService).replaceDocument(operator, { kind: 'blacklist', text: '', version });
}

test('departments that are stored in the database apply to each check-in after the change', async () => {
  world.files.write('departments.json', plant({ from: 'file' }));
  expect((await checkIn(secondProcess as LicenseService)).configuration).toEqual({ from: 'file' });
  await replace('departments', plant({ from: 'database' }));
  expect((await checkIn(secondProcess as LicenseService)).configuration).toEqual({ from: 'database' });
  expect(await outcomeOf(replace('departments', '{}'))).toContain('it must be a JSON array');
  await replace('departments', null);
  expect((await checkIn(secondProcess as LicenseService)).configuration).toEqual({ from: 'file' });
});

describe('a preview', () => {
  const previewDocument = (kind: 'blacklist' | 'departments', text: string | null, first = 20) =>
    (firstProcess as LicenseService).previewDocument(operator, { kind, text, first });

  beforeEach(async () => {
    for (const number of [1, 2, 3]) {
      await checkIn(firstProcess as LicenseService, { guid: guidOf(number), ipAddresses: [`10.${number}.2.3`] });
    }
  });

  test('of a blacklist counts and names the controllers that it would reject or serve again', async () => {
    await replace('blacklist', guidOf(1));
    const change = await previewDocument('blacklist', `${guidOf(2)}\n${guidOf(3)}\n${guidOf(9)}`, 2);
    expect(change).toEqual({
      ...{ problem: null, version: 1, entryCount: 3, controllerCount: 3, affectedCount: 3, license: null },
      departments: [{ department: null, count: 3 }],
      changes: [
        { guid: guidOf(1), before: 'blacklisted', after: 'allowed' },
        { guid: guidOf(2), before: 'allowed', after: 'blacklisted' },
      ],
    });
    expect(await previewDocument('blacklist', null)).toMatchObject({ entryCount: 0, affectedCount: 1 });
    expect(await previewDocument('blacklist', '192.0.2.1')).toMatchObject({ affectedCount: 2 });
    expect((await previewDocument('blacklist', 'x')).problem).toContain('line 1 is not');
  });

  test('of departments lists the controllers that would get another department or configuration', async () => {
    world.files.write('departments.json', plant({ level: 1 }));
    expect((await previewDocument('departments', plant({ level: 1 }))).affectedCount).toBe(0);
    expect((await previewDocument('departments', plant({ level: 2 }))).changes).toEqual([
      { guid: guidOf(1), before: 'plant', after: 'plant (different configuration)' },
    ]);
    const widerDepartments = '[{"name":"all","addresses":["10.1.0.0/16","10.2.0.0/16"],"configuration":{}}]';
    expect((await previewDocument('departments', widerDepartments)).changes).toEqual([
      { guid: guidOf(1), before: 'plant', after: 'all' },
      { guid: guidOf(2), before: 'none', after: 'all' },
    ]);
  });
});
