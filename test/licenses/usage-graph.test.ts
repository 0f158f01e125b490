import { createHash } from 'node:crypto';
import { graphql } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { licensesSubgraph } from '../../subgraphs/licenses/index.js';
import { testConfiguration, testPlatform } from '../support/index.js';
import { checkIn, describeLicenseWorld, fromOperator, guidOf, keyPair } from './support/license-world.js';
import { opensslVerifies } from './support/openssl.js';
import { appendUsage, clearUsage } from './support/usage.js';

const world = describeLicenseWorld();
const keys = keyPair();

beforeEach(async () => {
  await world.clear();
  await clearUsage(world.test.database);
});

async function sendRequest(source: string, { subgraph } = world) {
  const contextValue = subgraph.createContext(fromOperator());
  return JSON.parse(JSON.stringify(await graphql({ schema: subgraph.schema, source, contextValue })));
}

async function queryUsageLog(fields: string, input = world) {
  const { data, errors } = await sendRequest(`{ usageLog { ${fields} } }`, input);
  expect(errors).toBeUndefined();
  return data.usageLog;
}

const append = () => appendUsage(world.service);

/** Registers controllers with these numbers. */
async function register(...numbers: number[]): Promise<void> {
  for (const number of numbers) await checkIn(world.service, { guid: guidOf(number), hostname: `plc-${number}` });
  await append();
}

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

test('an empty log has no entries and no time', async () => {
  expect(
    await queryUsageLog('size at signedHead { text } entries { nodes { guid } pageInfo { hasNextPage } }'),
  ).toEqual({
    ...{ size: 0, at: null, signedHead: null, entries: { nodes: [], pageInfo: { hasNextPage: false } } },
  });
});

test('entries can be read page by page, newest first, and by controller', async () => {
  await register(1, 2, 3);
  await sendRequest(`mutation { releaseController(guid: "${guidOf(2)}") { controller { guid } } }`);
  await append();
  const requestPage = (args: string) =>
    queryUsageLog(`size entries(${args}) { totalCount
      nodes { position guid change text controller { lastHostname } } pageInfo { hasNextPage endCursor }
    }`);
  const first = await requestPage('first: 2');
  expect(first).toMatchObject({
    size: 4,
    entries: {
      totalCount: 4,
      nodes: [
        { position: 3, guid: guidOf(2), change: 'REMOVED', controller: null },
        { position: 2, guid: guidOf(3), change: 'REGISTERED', controller: { lastHostname: 'plc-3' } },
      ],
      pageInfo: { hasNextPage: true },
    },
  });
  const { endCursor } = first.entries.pageInfo;
  const positionsOf = ({ entries }: { entries: { nodes: { position: number }[] } }) =>
    entries.nodes.map(({ position }) => position);
  expect(positionsOf(await requestPage(`first: 5, after: "${endCursor}"`))).toEqual([1, 0]);
  expect(positionsOf(await requestPage(`guid: "${guidOf(2).toUpperCase()}"`))).toEqual([3, 1]);
  expect(positionsOf(await requestPage(`guid: "${guidOf(2)}", after: "${endCursor}"`))).toEqual([1]);
  expect((await requestPage(`guid: "${guidOf(2)}", first: 1`)).entries.totalCount).toBe(2);
  expect((await requestPage('guid: "nobody"')).entries).toMatchObject({ nodes: [], totalCount: 0 });
  const foreign = await sendRequest('{ usageLog { entries(after: "nonsense") { nodes { guid } } } }');
  expect(foreign.errors[0].extensions.code).toBe('BAD_USER_INPUT');
});

test('the check-ins of a day have a separate entry without a controller', async () => {
  await register(1, 2);
  world.clock.seconds += 3 * 86_400;
  await append();
  const fields = 'guid change controller { guid } checkIns { day controllers count root }';
  expect((await queryUsageLog(`entries(first: 1) { nodes { ${fields} } }`)).entries.nodes).toEqual([
    {
      ...{ guid: null, change: 'CHECKED_IN', controller: null },
      checkIns: {
        ...{ day: '2026-09-22T00:00:00.000Z', controllers: 2, count: 2 },
        root: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
});

test('proofs lead from the text of an entry to the root', async () => {
  await register(1, 2, 3);
  const { root, proof, entries } = await queryUsageLog(
    'root proof: inclusionProof(position: 0) { root leafHash path } entries { nodes { text } }',
  );
  const leaf = sha256(Buffer.of(0), entries.nodes.at(-1).text);
  expect(proof).toMatchObject({ root, leafHash: leaf.toString('hex') });
  // Position 0 of 3: the path has the second leaf, then the third.
  const [second, third] = proof.path.map((hash: string) => Buffer.from(hash, 'hex'));
  const pair = sha256(Buffer.of(1), leaf, second);
  expect(sha256(Buffer.of(1), pair, third).toString('hex')).toBe(root);
  const { errors } = await sendRequest('{ usageLog { inclusionProof(position: 3) { root } } }');
  expect(errors[0].extensions.code).toBe('NOT_FOUND');
});

test('a database that was rolled back is detected: it has another root at the size of the signed tree head, or is shorter', async () => {
  world.files.write('signing.pem', keys.privateKey);
  const settings = { ...world.files.settings(), RAMPART_LICENSES_SIGNING_KEY_FILE: world.files.path('signing.pem') };
  const platform = testPlatform(world.test, { clock: world.clock, log: world.log });
  const signing = licensesSubgraph.create({ ...platform, configuration: testConfiguration(settings) });
  await register(1, 2, 3);
  const { signedHead } = await queryUsageLog('signedHead { text signature }', { ...world, subgraph: signing });
  expect(opensslVerifies(signedHead.text, Buffer.from(signedHead.signature, 'base64'), keys.publicKey)).toBe(true);
  const { size, root } = JSON.parse(signedHead.text);
  const requestProof = async () =>
    await sendRequest(`{ usageLog { consistencyProof(first: ${size}) { firstRoot secondRoot } } }`);
  await register(4);
  expect((await requestProof()).data.usageLog.consistencyProof.firstRoot).toBe(root);
  // A backup from the time of two entries is restored.
  const { sql } = world.test.database;
  await sql`delete from licenses.usage_entry where position >= 2`;
  await sql`delete from licenses.usage_node where (index + 1) * (1 << level) > 2`;
  const entries = (await queryUsageLog('entries { nodes { text } }')).entries.nodes.map(
    ({ text }: { text: string }) => text,
  );
  const [second, first] = entries.map((text: string) => sha256(Buffer.of(0), text));
  await sql`truncate licenses.usage_head`;
  const restored = sha256(Buffer.of(1), first, second).toString('hex');
  await sql`insert into licenses.usage_head (size, at, root) values (2, 0, ${restored})`;
  expect((await requestProof()).errors[0].message).toContain('The log has 2 entries: there is no proof from 3 to 2');
  // The restored database continues with different entries.
  await register(5, 6);
  const { firstRoot } = (await requestProof()).data.usageLog.consistencyProof;
  expect(firstRoot).toMatch(/^[0-9a-f]{64}$/);
  expect(firstRoot).not.toBe(root);
});
