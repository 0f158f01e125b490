import { beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../command-line/demo/seeded-random.js';
import { allControllerFields, type LicenseService } from '../../subgraphs/licenses/index.js';
import { UsageTree } from '../../subgraphs/licenses/service.js';
import { checkIn, describeLicenseWorld, fromOperator, guidOf, keyPair, outcomeOf } from './support/license-world.js';
import { opensslVerifies } from './support/openssl.js';
import { appendUsage, clearUsage, rootOf, sigstoreVerifies } from './support/usage.js';

const world = describeLicenseWorld({ RAMPART_DATABASE_POOL_SIZE: '24' });
const operator = fromOperator();

beforeEach(async () => {
  await world.clear();
  await clearUsage(world.test.database);
});

const append = (service: LicenseService = world.service) => appendUsage(service);

const release = (number: number) =>
  world.service.releaseController(operator, { guid: guidOf(number), fields: allControllerFields });

/** The entries without their times. */
async function changes(): Promise<unknown[]> {
  const entries = await world.service.usageEntries(operator, 0);
  return entries.map((entry) => JSON.parse(entry)).map(({ position, guid, change }) => [position, guid, change]);
}

test('the log contains each registration and removal once, in order, and no check-in of a day that is not over', async () => {
  await checkIn(world.service, { guid: guidOf(1) });
  await checkIn(world.service, { guid: guidOf(1) });
  await append();
  await append();
  await checkIn(world.service, { guid: guidOf(2) });
  await release(1);
  await append();
  expect(await changes()).toEqual([
    [0, guidOf(1), 'registered'],
    [1, guidOf(2), 'registered'],
    [2, guidOf(1), 'removed'],
  ]);
});

test('the root of an empty log is the hash of an empty string', async () => {
  expect(await world.service.usageHead(operator)).toMatchObject({ size: 0, root: rootOf([]) });
});

test('concurrent changes and appends of three processes add each entry exactly once', async () => {
  const random = seededRandom(5);
  const services = [world.service, world.createReplica(), world.createReplica()];
  let succeeded = 0;
  for (let round = 0; round < 15; round++) {
    const outcomes = Promise.all([
      ...Array.from({ length: 10 }, () => checkIn(world.service, { guid: guidOf(Math.floor(random() * 8)) })).map(
        async (check) => ((await check).isNew ? 'changed' : 'same'),
      ),
      ...Array.from({ length: 4 }, async () =>
        (await outcomeOf(release(Math.floor(random() * 8)))) === 'ok' ? 'changed' : 'same',
      ),
    ]);
    await Promise.all(services.map((service) => append(service)));
    succeeded += (await outcomes).filter((outcome) => outcome === 'changed').length;
  }
  await append();
  const entries = await world.service.usageEntries(operator, 0);
  expect(entries).toHaveLength(succeeded);
  expect(entries.map((entry) => JSON.parse(entry).position)).toEqual(entries.map((_, position) => position));
  // Each controller is registered and removed alternately.
  for (const [, controllerChanges] of Map.groupBy(await changes(), (entry) => (entry as string[])[1])) {
    const kinds = controllerChanges.map((entry) => (entry as string[])[2]);
    expect(kinds).toEqual(kinds.map((_, index) => (index % 2 === 0 ? 'registered' : 'removed')));
  }
  expect(await world.service.usageHead(operator)).toMatchObject({ size: succeeded, root: rootOf(entries) });
});

test('an append that fails leaves the log and the changes as they were', async () => {
  const { sql } = world.test.database;
  await checkIn(world.service, { guid: guidOf(1) });
  await sql`create function licenses.fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$`;
  await sql`create trigger fail before insert on licenses.usage_head for each row execute function licenses.fail()`;
  await expect(append()).rejects.toThrow('failed');
  await sql`drop function licenses.fail() cascade`;
  expect(await changes()).toEqual([]);
  await append();
  expect(await changes()).toHaveLength(1);
});

describe('proofs', () => {
  test('of inclusion are accepted by the verifier of sigstore, and rejected for any other position', async () => {
    for (let number = 0; number < 7; number++) await checkIn(world.service, { guid: guidOf(number) });
    await append();
    for (let size = 1; size <= 7; size++) {
      for (let position = 0; position < size; position++) {
        const proof = await world.service.proveInclusion(operator, { position, size });
        expect(sigstoreVerifies(proof, { position, size }), `${position} of ${size}`).toBe(true);
        if (size > 1) expect(sigstoreVerifies(proof, { position: (position + 1) % size, size })).toBe(false);
      }
    }
  });

  test('of inclusion and consistency match the stored entries, and are not available beyond the end of the log', async () => {
    for (let number = 0; number < 11; number++) {
      await checkIn(world.service, { guid: guidOf(number) });
      if (number % 4 === 0) await append();
    }
    await append();
    const entries = await world.service.usageEntries(operator, 0);
    const { root, path, entry } = await world.service.proveInclusion(operator, { position: 6 });
    expect([root, entry, path.length]).toEqual([rootOf(entries), entries[6], 4]);
    expect((await world.service.proveInclusion(operator, { position: 6, size: 7 })).root).toBe(
      rootOf(entries.slice(0, 7)),
    );
    const proof = await world.service.proveConsistency(operator, { first: 5 });
    expect([proof.firstRoot, proof.secondRoot]).toEqual([rootOf(entries.slice(0, 5)), rootOf(entries)]);
    for (const input of [{ position: 11 }, { position: 3, size: 12 }, { position: 3, size: 3 }]) {
      expect(await outcomeOf(world.service.proveInclusion(operator, input))).toContain('NOT_FOUND');
    }
    for (const input of [{ first: 0 }, { first: 12 }, { first: 5, second: 4 }]) {
      expect(await outcomeOf(world.service.proveConsistency(operator, input))).toContain('NOT_FOUND');
    }
  });

  test('detect a log that was rolled back: it does not begin with the entries of a signed tree head', async () => {
    const keys = keyPair();
    world.files.write('signing.pem', keys.privateKey);
    const service = world.createReplica({ RAMPART_LICENSES_SIGNING_KEY_FILE: world.files.path('signing.pem') });
    for (const number of [1, 2, 3]) await checkIn(service, { guid: guidOf(number) });
    await append();
    const { text, signature } = await service.signedUsageHead(operator);
    expect(opensslVerifies(text, signature, keys.publicKey)).toBe(true);
    const { size, root } = JSON.parse(text);
    const begins = (entries: readonly string[]): boolean => {
      const tree = new UsageTree();
      tree.append(entries.slice(0, size));
      return tree.size === size && tree.root() === root;
    };
    await checkIn(service, { guid: guidOf(4) });
    await append();
    expect(begins(await service.usageEntries(operator, 0))).toBe(true);
    // A database that is restored to the state before the third registration, and continues differently.
    await world.test.database.sql`delete from licenses.usage_entry where position >= 2`;
    await world.test.database.sql`delete from licenses.usage_head where size > 2`;
    await world.test.database.sql`delete from licenses.usage_node where (index + 1) * (1 << level) > 2`;
    await world.test.database
      .sql`insert into licenses.usage_head (size, at, root) values (2, 0, '') on conflict do nothing`;
    for (const number of [5, 6]) await checkIn(service, { guid: guidOf(number) });
    await append();
    expect((await service.usageEntries(operator, 0)).length).toBe(4);
    expect(begins(await service.usageEntries(operator, 0))).toBe(false);
  });
});
