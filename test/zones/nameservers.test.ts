import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, localRequest } from '../../platform/caller.js';
import type { ConnectionRecord } from '../../platform/connection.js';
import type { NameserverChangesInput } from '../../subgraphs/zones/nameservers/service/list-changes.js';
import { requestOf } from './support/account-world.js';
import { dayMs, describeImportWorld, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld();

/** Nameservers by label. */
type Content = Record<string, readonly string[]>;

/** The contents of each zone after each of its imports, with their times. */
const days: { zone: string; at: number; content: Content }[] = [];

async function importContent(zone: string, content: Content, after = dayMs): Promise<void> {
  world.clock.milliseconds += after - dayMs;
  const lines = Object.entries(content).map(([label, names]) => `${label} ${names.join(' ')}`);
  await importFile(world, zone, zoneText(zone, lines), { allowLoss: true });
  days.push({ zone, at: world.clock.now(), content });
}

/** Pseudo-random numbers that depend only on the seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const next = numbers(7);
const hosts = ['a.host.', 'b.host.', 'c.host.', 'd.host.', 'e.host.'];

function nameservers(): string[] {
  const first = next(hosts.length);
  return next(3) === 0 ? [hosts[first] ?? ''] : [hosts[first] ?? '', hosts[(first + 1 + next(3)) % 5] ?? ''];
}

/** Changes, removes and adds some names. */
function changed(content: Content): Content {
  const result: Content = {};
  for (const [label, names] of Object.entries(content)) {
    const action = next(10);
    if (action > 0) result[label] = action < 3 ? nameservers() : names;
  }
  for (let index = 0; index < 8; index++) result[`new${next(100)}`] = nameservers();
  return result;
}

beforeAll(async () => {
  for (const zone of ['com', 'net']) {
    let content: Content = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`name${index}`, nameservers()]),
    );
    for (let round = 0; round < 4; round++) {
      await importContent(zone, content);
      content = changed(content);
    }
  }
});

/** Reads all pages of a list. `betweenPages` runs after each page except the last. */
async function readAllPages<Node>(
  readPage: (after: string | null) => Promise<ConnectionRecord<Node>>,
  betweenPages: () => Promise<void> = async () => {},
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let after: string | null = null; ; await betweenPages()) {
    const page: ConnectionRecord<Node> = await readPage(after);
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
}

function contentOf(zone: string, at = Number.POSITIVE_INFINITY): Content {
  return days.findLast((each) => each.zone === zone && each.at <= at)?.content ?? {};
}

/** The domains with these nameservers according to a scan of the files. */
function expectedDomains(zones: readonly string[], names: readonly string[]): string[] {
  return zones
    .flatMap((zone) =>
      Object.entries(contentOf(zone))
        .filter(([, used]) => names.every((name) => used.includes(name)))
        .map(([label, used]) => `${label}.${zone} ${[...new Set(used)].sort()}`),
    )
    .sort();
}

async function listed(names: string[], zone: string | undefined, first: number, betweenPages?: () => Promise<void>) {
  const nodes = await readAllPages(
    (after) => world.service.nameserverDomains(localRequest, { nameservers: names, zone, first, after }),
    betweenPages,
  );
  return nodes.map(({ domain, nameservers: used }) => `${domain} ${used}`);
}

describe('the listed domains of nameservers', () => {
  test.each([
    [['a.host.'], undefined],
    [['B.HOST'], undefined],
    [['c.host.', 'd.host.'], undefined],
    [['e.host'], 'net'],
    [['unknown.host'], undefined],
  ] as [string[], string | undefined][])('equal those that a full scan finds: %j (zone: %s)', async (names, zone) => {
    const zones = zone === undefined ? ['com', 'net'] : [zone];
    const expected = expectedDomains(
      zones,
      names.map((name) => `${name.toLowerCase().replace(/\.$/, '')}.`),
    );
    for (const first of [4, 1000]) {
      const received = await listed(names, zone, first);
      expect(new Set(received).size).toBe(received.length);
      expect(received.sort()).toEqual(expected);
    }
  });

  test('are those at the time of the first page while imports change them', async () => {
    const expected = expectedDomains(['com', 'net'], ['a.host.']);
    const received = await listed(['a.host.'], undefined, 5, async () => {
      await importContent('com', changed(contentOf('com')), 1000);
    });
    expect(received.sort()).toEqual(expected);
    expect(expectedDomains(['com', 'net'], ['a.host.'])).not.toEqual(expected);
  });

  test('contain the time at which they started to use the nameservers', async () => {
    const { nodes } = await world.service.nameserverDomains(localRequest, {
      ...{ nameservers: ['b.host'], zone: 'net', first: 1000 },
    });
    for (const { domain, since } of nodes) {
      const label = domain.replace(/\.net$/, '');
      const imports = days.filter(({ zone }) => zone === 'net');
      const last = imports.findLastIndex(({ content }) => !content[label]?.includes('b.host.'));
      expect(since.getTime()).toBe(imports[last + 1]?.at);
    }
    expect(nodes.length).toBeGreaterThan(5);
  });

  test('are not listed for invalid names, changed arguments, or invalid cursors', async () => {
    const list = (input: object) =>
      world.service.nameserverDomains(localRequest, { nameservers: ['a.host'], first: 1, ...input }).then(
        () => 'done',
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      );
    const page = await world.service.nameserverDomains(localRequest, { nameservers: ['a.host'], first: 1 });
    const after = page.pageInfo.endCursor;
    const changes = await world.service.nameserverChanges(localRequest, { first: 1 });
    expect(await list({ nameservers: [] })).toBe('BAD_USER_INPUT nameservers must contain 1 to 13 names, not 0');
    expect(await list({ nameservers: ['a b'] })).toBe(
      'BAD_USER_INPUT "a b" is not the name of a nameserver, such as ns1.example.com',
    );
    expect(await list({ zone: 'org' })).toMatch(/^NOT_FOUND /);
    expect(await list({ after, zone: 'com' })).toBe(
      'BAD_USER_INPUT The arguments differ from those of the first page: send the same arguments with the cursor, or start a new list without `after`',
    );
    expect(await list({ after: changes.pageInfo.endCursor })).toMatch(/^BAD_USER_INPUT /);
    expect(await list({ after: Buffer.from('["nameserver-domains",0,"x","[]"]').toString('base64url') })).toMatch(
      /^BAD_USER_INPUT /,
    );
    world.clock.milliseconds += 121_000;
    expect(await list({ after })).toMatch(/^GONE /);
  });

  test('that an earlier release imported are indexed by a job', async () => {
    const { sql } = world.test.database;
    const expected = expectedDomains(['com', 'net'], ['c.host.']);
    await sql.unsafe(`drop index zones.state_set, zones.change_old_set, zones.change_new_set;
      create index state_set on only zones.state (set_id, label);
      create index change_old_set on only zones.change (old_set_id, ingest, label);
      create index change_new_set on only zones.change (new_set_id, ingest, label);
      truncate zones.nameserver_use;
      update zones.nameserver_progress set is_complete = false, set_id = -9223372036854775808`);
    await expect(listed(['c.host'], undefined, 100)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await world.service.jobs.find(({ name }) => name === 'zones.complete-nameservers')?.run({});
    expect((await listed(['c.host'], undefined, 100)).sort()).toEqual(expected);
    const invalid = await sql`select indexrelid::regclass from pg_index where not indisvalid`;
    expect(invalid).toEqual([]);
  });
});

/** The changes of nameservers according to a comparison of the files, in the order of imports. */
function expectedChanges(nameserver?: string): string[] {
  return days.flatMap(({ zone, at, content }) => {
    const before = days.findLast((each) => each.zone === zone && each.at < at)?.content;
    if (before === undefined) return [];
    const labels = [...new Set([...Object.keys(before), ...Object.keys(content)])].sort();
    return labels.flatMap((label) => {
      const [old = [], now = []] = [before[label], content[label]].map((names) => [...new Set(names)].sort());
      if (`${old}` === `${now}`) return [];
      if (nameserver !== undefined && old.includes(nameserver) === now.includes(nameserver)) return [];
      const kind = old.length === 0 ? 'added' : now.length === 0 ? 'removed' : 'moved';
      return [`${at} ${label}.${zone} ${kind} ${old} ${now}`];
    });
  });
}

async function changes(input: NameserverChangesInput, first = 7): Promise<string[]> {
  const nodes = await readAllPages((after) =>
    world.service.nameserverChanges(localRequest, { ...input, first, after }),
  );
  return nodes.map(
    ({ changedAt, domain, kind, before, after }) => `${changedAt.getTime()} ${domain} ${kind} ${before} ${after}`,
  );
}

describe('changes of nameservers', () => {
  const zoneOf = (line: string) => line.split(' ')[1]?.split('.')[1];

  test('equal the differences between the files', async () => {
    world.clock.milliseconds = (days.at(-1)?.at ?? 0) + 1;
    const since = world.clock.now() - 10 * dayMs;
    const within = (line: string) => Number(line.split(' ')[0]) >= since;
    const all = expectedChanges().filter(within);
    expect(all.length).toBeGreaterThan(50);
    expect(await changes({})).toEqual(all);
    expect(await changes({ zone: 'net' })).toEqual(all.filter((line) => zoneOf(line) === 'net'));
    expect(await changes({ kinds: ['moved'] }, 1000)).toEqual(all.filter((line) => line.includes(' moved ')));
    const ofOne = expectedChanges('d.host.').filter(within);
    expect(await changes({ nameserver: 'D.host' })).toEqual(ofOne);
    expect(await changes({ nameserver: 'd.host', zone: 'com', direction: 'to' }, 3)).toEqual(
      ofOne.filter((line) => zoneOf(line) === 'com' && line.split(' ')[4]?.includes('d.host.')),
    );
    expect(await changes({ nameserver: 'd.host', direction: 'from', kinds: ['removed'] })).toEqual(
      ofOne.filter((line) => line.includes(' removed ')),
    );
    const [start, end] = [new Date(since + dayMs), new Date(since + 3 * dayMs)];
    expect(await changes({ start, end })).toEqual(
      all.filter((line) => Number(line.split(' ')[0]) >= start.getTime() && Number(line.split(' ')[0]) < end.getTime()),
    );
  });

  test('are not listed for an invalid nameserver, a direction without a nameserver, or a window that a search rejects', async () => {
    await expect(changes({ direction: 'to' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const invalid = { code: 'BAD_USER_INPUT', details: { argument: 'nameserver' } };
    await expect(changes({ nameserver: 'a b' })).rejects.toMatchObject(invalid);
    await expect(changes({ start: new Date(world.clock.now() + 1000) })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(changes({ start: new Date(world.clock.now() - 200 * dayMs) })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});

describe('an account', () => {
  async function createAccount(tier: string): Promise<Caller> {
    const { sql } = world.test.database;
    const accountId = crypto.randomUUID();
    const now = world.clock.now();
    await sql`insert into zones.account (id, username, email, username_key, email_key, password_hash, status, created_at)
      values (${accountId}, ${accountId}, ${accountId}, ${accountId}, ${accountId}, '', 'approved', ${now})`;
    await sql`insert into zones.subscription (account_id, tier, started_at, expires_at, window_starts_at)
      values (${accountId}, ${tier}, ${now - dayMs}, ${now + 5 * dayMs}, ${now - dayMs})`;
    return { kind: 'account', accountId, username: accountId };
  }

  async function usedQueries(caller: Caller): Promise<number> {
    const viewer = await world.service.readViewer(requestOf(caller));
    return viewer?.quota?.used ?? 0;
  }

  test('is charged for the first page of each list, and cannot read either list on the trial tier', async () => {
    const basic = requestOf(await createAccount('basic'));
    const page = await world.service.nameserverDomains(basic, { nameservers: ['a.host'], first: 1 });
    await world.service.nameserverDomains(basic, {
      ...{ nameservers: ['a.host'], first: 1, after: page.pageInfo.endCursor },
    });
    expect(await usedQueries(basic.caller)).toBe(1);
    await world.service.nameserverChanges(basic, {});
    expect(await usedQueries(basic.caller)).toBe(2);
    const other = requestOf(await createAccount('basic'));
    const otherPage = { nameservers: ['a.host'], first: 1, after: page.pageInfo.endCursor };
    await expect(world.service.nameserverDomains(other, otherPage)).rejects.toMatchObject({ code: 'GONE' });
    const trial = requestOf(await createAccount('trial'));
    await expect(world.service.nameserverDomains(trial, { nameservers: ['a.host'] })).rejects.toMatchObject({
      ...{ code: 'FORBIDDEN', details: { reason: 'feature_not_available' } },
    });
    await expect(world.service.nameserverChanges(trial, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await usedQueries(trial.caller)).toBe(0);
  });

  test('cannot continue a list that its current tier does not include', async () => {
    const request = requestOf(await createAccount('basic'));
    const list = { nameservers: ['a.host'], first: 1 };
    const { pageInfo } = await world.service.nameserverDomains(request, list);
    const next = () => world.service.nameserverDomains(request, { ...list, after: pageInfo.endCursor });
    const { sql } = world.test.database;
    const setTier = (tier: string) => sql`update zones.subscription set tier = ${tier}
      where account_id = ${request.caller.kind === 'account' ? request.caller.accountId : ''}`;
    await setTier('trial');
    await expect(next()).rejects.toMatchObject({ code: 'FORBIDDEN', details: { reason: 'feature_not_available' } });
    await setTier('enterprise');
    expect((await next()).nodes).toHaveLength(1);
  });
});
