import { renameSync, rmSync, utimesSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  checkIn,
  describeLicenseWorld,
  fromController,
  fromOperator,
  guidOf,
  outcomeOf,
} from './support/license-world.js';

const world = describeLicenseWorld({ RAMPART_LICENSES_BLACKLIST: 'ip' });
const blacklisted = 'FORBIDDEN blacklisted: Controller is blacklisted';

beforeEach(async () => {
  await world.clear();
  world.files.write('blacklist.txt', '');
  world.files.write('departments.json', '[]');
  await checkIn(world.service);
  world.logged.length = 0;
});

function departments(...list: [name: string, address: string, configuration: object][]): string {
  return JSON.stringify(list.map(([name, address, configuration]) => ({ name, addresses: [address], configuration })));
}

describe('the blacklist', () => {
  test('rejects a GUID case-insensitively, registered or not', async () => {
    world.files.write('blacklist.txt', `${guidOf(1).toUpperCase()}\n${guidOf(2)}`);
    expect(await outcomeOf(checkIn(world.service))).toBe(blacklisted);
    expect(await outcomeOf(checkIn(world.service, { guid: guidOf(2) }))).toBe(blacklisted);
    expect(await outcomeOf(checkIn(world.service, { guid: guidOf(3) }))).toBe('ok');
  });

  test('rejects source addresses, not those that a controller reports', async () => {
    world.files.write('blacklist.txt', '192.0.2.7\n2001:db8::/32');
    const outcomes = await Promise.all(
      ['192.0.2.7', '2001:db8:1::9', '192.0.2.8'].map((source) =>
        outcomeOf(checkIn(world.service, {}, fromController(source))),
      ),
    );
    expect(outcomes).toEqual([blacklisted, blacklisted, 'ok']);
    expect(await outcomeOf(checkIn(world.service, { ipAddresses: ['192.0.2.7'] }))).toBe('ok');
  });

  test('matches only GUIDs unless `blacklist` is set to `ip`', async () => {
    const service = world.createReplica({ RAMPART_LICENSES_BLACKLIST: '' });
    world.files.write('blacklist.txt', `192.0.2.7\n${guidOf(2)}`);
    expect(await outcomeOf(checkIn(service, {}, fromController('192.0.2.7')))).toBe('ok');
    expect(await outcomeOf(checkIn(service, { guid: guidOf(2) }))).toBe(blacklisted);
  });

  test('does not release the seat of a registered controller', async () => {
    world.files.write('blacklist.txt', guidOf(1));
    expect(await outcomeOf(checkIn(world.service))).toBe(blacklisted);
    expect((await world.service.licenseStatus(fromOperator())).seatsUsed).toBe(1);
  });

  test('is reread after every change, even one within the same second that does not change the length', async () => {
    for (let round = 0; round < 50; round += 1) {
      world.files.write('blacklist.txt', guidOf(round % 2));
      expect(await outcomeOf(checkIn(world.service))).toBe(round % 2 === 1 ? blacklisted : 'ok');
    }
  });

  test('is reread if it is replaced by a file with an older modification time', async () => {
    world.files.write('next.txt', guidOf(1));
    utimesSync(world.files.path('next.txt'), 1000, 1000);
    renameSync(world.files.path('next.txt'), world.files.path('blacklist.txt'));
    expect(await outcomeOf(checkIn(world.service))).toBe(blacklisted);
  });

  test('applies its last valid version while it is invalid, and reports the error in the log and the GraphQL API', async () => {
    world.files.write('blacklist.txt', guidOf(1));
    await outcomeOf(checkIn(world.service));
    world.logged.length = 0;
    world.files.write('blacklist.txt', `${guidOf(9)}\nnonsense`);
    expect(await outcomeOf(checkIn(world.service))).toBe(blacklisted);
    expect(await outcomeOf(checkIn(world.service, { guid: guidOf(9) }))).toBe('ok');
    const problem = 'line 2 is not a GUID, address or CIDR range: "nonsense"';
    expect(await world.service.blacklistStatus(fromOperator())).toMatchObject({
      matchesAddresses: true,
      file: { problem },
    });
    expect(world.logged).toEqual([
      expect.objectContaining({ level: 50, problem, file: world.files.path('blacklist.txt') }),
    ]);
    world.files.write('blacklist.txt', guidOf(9));
    expect(await outcomeOf(checkIn(world.service))).toBe('ok');
    expect((await world.service.blacklistStatus(fromOperator())).file.problem).toBeNull();
  });

  test('applies its last valid version after the file is deleted', async () => {
    world.files.write('blacklist.txt', guidOf(1));
    await outcomeOf(checkIn(world.service));
    rmSync(world.files.path('blacklist.txt'));
    expect(await outcomeOf(checkIn(world.service))).toBe(blacklisted);
    expect((await world.service.blacklistStatus(fromOperator())).file.problem).toBe('it does not exist');
  });

  test('applies the valid entries of a file that is invalid when the server starts', async () => {
    world.files.write('blacklist.txt', `nonsense\n${guidOf(1)}`);
    const service = world.createReplica();
    expect(await outcomeOf(checkIn(service))).toBe(blacklisted);
    expect((await service.blacklistStatus(fromOperator())).file.problem).toContain('line 1');
  });

  test('is paginated', async () => {
    world.files.write('blacklist.txt', `${guidOf(1)}\n# none\n192.0.2.7\n10.0.0.0/8`);
    const first = await world.service.blacklistEntries(fromOperator(), { first: 2 });
    expect(first.nodes.map(({ kind, line }) => `${kind} ${line}`)).toEqual(['guid 1', 'address 3']);
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    const second = await world.service.blacklistEntries(fromOperator(), { first: 2, after: first.pageInfo.endCursor });
    expect(second.nodes).toEqual([{ value: '10.0.0.0/8', kind: 'range', line: 4 }]);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  test('has no further page of a text that was replaced, because its lines have other numbers', async () => {
    const entries = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    world.files.write('blacklist.txt', entries.join('\n'));
    const { pageInfo } = await world.service.blacklistEntries(fromOperator(), { first: 2 });
    world.files.write('blacklist.txt', entries.slice(1).join('\n'));
    const next = { first: 2, after: pageInfo.endCursor };
    await expect(world.service.blacklistEntries(fromOperator(), next)).rejects.toMatchObject({ code: 'GONE' });
    expect((await world.service.blacklistEntries(fromOperator(), { first: 2 })).nodes).toHaveLength(2);
  });
});

describe('departments', () => {
  test('return the configuration of the first match in the order of the file', async () => {
    world.files.write(
      'departments.json',
      departments(['plant', '10.1.0.0/16', { level: 2, nested: { a: [1, null] } }], ['company', '10.0.0.0/8', {}]),
    );
    expect(await checkIn(world.service, { ipAddresses: ['10.9.9.9', '10.1.2.3'] })).toMatchObject({
      message: 'Valid License',
      department: 'plant',
      configuration: { level: 2, nested: { a: [1, null] } },
    });
    expect(await checkIn(world.service, { ipAddresses: ['192.0.2.1', '127.1'] })).toMatchObject({
      department: null,
      configuration: {},
    });
  });

  test('match the addresses that a controller reports, not its source address', async () => {
    world.files.write('departments.json', departments(['here', '192.0.2.0/24', { here: true }]));
    const check = await checkIn(world.service, { ipAddresses: ['10.1.2.3'] }, fromController('192.0.2.1'));
    expect(check.configuration).toEqual({});
  });

  test('are reread when they change, and apply their last valid version while the file is invalid', async () => {
    world.files.write('departments.json', departments(['a', '10.0.0.0/8', { version: 1 }]));
    expect((await checkIn(world.service)).configuration).toEqual({ version: 1 });
    world.files.write('departments.json', '[{"name": "a", "addresses": ["10.0.0.0/8"], "configur');
    expect((await checkIn(world.service)).configuration).toEqual({ version: 1 });
    const { file, list } = await world.service.departmentsStatus(fromOperator());
    expect(file.problem).toContain('it is not JSON');
    expect(list.map(({ name }) => name)).toEqual(['a']);
    expect(world.logged.filter(({ level }) => level === 50)).toEqual([
      expect.objectContaining({ msg: 'departments rejected; the last valid version is still used' }),
    ]);
    world.files.write('departments.json', departments(['b', '10.0.0.0/8', { version: 2 }]));
    expect((await checkIn(world.service)).configuration).toEqual({ version: 2 });
  });
});
