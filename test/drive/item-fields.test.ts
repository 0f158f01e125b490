import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { nodeId } from '../../platform/graph/index.js';
import { driveSubgraph } from '../../subgraphs/drive/index.js';
import { administrator, type DriveWorld, driveWorld } from './support/drive-world.js';
import { queryDrive } from './support/query-drive.js';

type Fields = Record<string, unknown>;

interface ItemWorld {
  readonly world: DriveWorld;
  /** All fields of an item, with the selections below them. */
  readonly fields: ReadonlyMap<string, string>;
  /** All fields of each item in a list. */
  readonly listed: Readonly<Record<ItemKind, Fields>>;
  readonly ids: Readonly<Record<ItemKind, string>>;
}

/** Prefix of the ids of the linked alerts, which end with the index of the kind of item. */
const alertIdStart = '0d1f7a52-7a54-4bd4-a2f9-00000000000';

type ItemKind = 'root' | 'folder' | 'file' | 'deleted';
const kinds: readonly ItemKind[] = ['root', 'folder', 'file', 'deleted'];

async function openItemWorld(): Promise<ItemWorld> {
  const world = await driveWorld();
  const { content, siteId } = world.site;
  const folder = content.addFolder('reports');
  const file = content.addFile('a.txt', 'first', folder);
  const deleted = content.addFile('old.txt', 'old', content.addFolder('attic'));
  const ids = { root: content.rootId, folder, file, deleted };
  await world.service.connectDrive(administrator);
  await world.sync();
  content.write(file, 'second one');
  content.remove(deleted);
  await world.sync();
  const { sql } = world.test.database;
  await sql`update drive.item set download_attempts = 2, download_error = 'cut off', malware = 'EICAR' where id in ${sql([file, deleted])}`;
  for (const [index, itemId] of Object.values(ids).entries()) {
    const alertId = `${alertIdStart}${index}`;
    await world.service.linkEvidence(administrator, { alertId, siteId, itemId, notes: `note ${index}` });
  }
  const { schema } = driveSubgraph.create(world.platform);
  const fields = fieldsOf(schema.getType('DriveItem') as GraphQLObjectType); // The schema declares it as an object.
  return { world, fields, ids, listed: await listItems({ world, fields, ids }) };
}

/** Reads all fields of each item in a list. Lists omit deleted items, so the deleted one is temporarily restored. */
async function listItems({ world, fields, ids }: Omit<ItemWorld, 'listed'>): Promise<Record<ItemKind, Fields>> {
  const { sql } = world.test.database;
  const selections = [...fields].map(([name, below]) => name + below).join(' ');
  const [tombstone] = await sql<{ at: number }[]>`select deleted_at as at from drive.item where id = ${ids.deleted}`;
  await sql`update drive.item set deleted_at = null where id = ${ids.deleted}`;
  const { data, codes } = await queryDrive(world, `{ driveSites { items(first: 100) { nodes { ${selections} } } } }`);
  await sql`update drive.item set deleted_at = ${tombstone?.at ?? null} where id = ${ids.deleted}`;
  expect(codes).toBeUndefined();
  const nodes: Fields[] = data.driveSites[0].items.nodes;
  const byKind = (kind: ItemKind): Fields => ({ ...nodes.find(({ itemId }) => itemId === ids[kind]) });
  const deletedAt = new Date((tombstone?.at ?? Number.NaN) * 1000).toISOString();
  return {
    ...{ root: byKind('root'), folder: byKind('folder'), file: byKind('file') },
    deleted: { ...byKind('deleted'), deletedAt },
  };
}

function fieldsOf(type: GraphQLObjectType): Map<string, string> {
  return new Map(Object.values(type.getFields()).map((field) => [field.name, selectionOf(getNamedType(field.type))]));
}

/** A selection that identifies an object: its id, its first scalar field, or that of its first object. */
function selectionOf(type: unknown): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const idOrScalar =
    fields.find(({ name }) => name === 'id') ?? fields.find(({ type }) => isLeafType(getNamedType(type)));
  const field = idOrScalar ?? fields[0];
  return field === undefined ? '' : ` { ${field.name}${selectionOf(getNamedType(field.type))} }`;
}

/** Queries each field with a separate selection; `select` returns the selection for a field. */
async function requestAlone(
  { world, fields }: ItemWorld,
  select: (selection: string) => string,
): Promise<Record<string, unknown>> {
  const selections = [...fields].map(([name, below]) => `${name}: ${select(name + below)}`);
  const { data, codes } = await queryDrive(world, `{ ${selections.join(' ')} }`);
  expect(codes).toBeUndefined();
  return data;
}

describe('a field of an item that is selected alone', () => {
  test('has a value in at least one of the items of these tests', async () => {
    const { fields, listed } = await openItemWorld();
    const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
    const empty = [...fields.keys()].filter((name) => kinds.every((kind) => isEmpty(listed[kind][name])));
    expect(empty).toEqual([]);
    expect(kinds.map((kind) => Object.keys(listed[kind]))).toEqual(kinds.map(() => [...fields.keys()]));
  });

  test('has the same value as in lists when the item is selected by its key', async () => {
    const items = await openItemWorld();
    for (const kind of kinds) {
      const key = `siteId: "${items.world.site.siteId}", itemId: "${items.ids[kind]}"`;
      const responses = await requestAlone(items, (selection) => `driveItem(${key}) { ${selection} }`);
      expect(Object.assign({}, ...Object.values(responses)), kind).toEqual(items.listed[kind]);
    }
  });

  test('has the same value as in lists when other subgraphs refer to the item', async () => {
    const items = await openItemWorld();
    const siteId = items.world.site.siteId;
    const keys = kinds.map(
      (kind) => `{ __typename: "DriveItem", id: "${nodeId('DriveItem', siteId, items.ids[kind])}" }`,
    );
    const responses = await requestAlone(
      items,
      (selection) => `_entities(representations: [${keys.join(', ')}]) { ... on DriveItem { ${selection} } }`,
    );
    const byField = Object.values(responses) as Fields[][]; // One result per key.
    for (const [index, kind] of kinds.entries()) {
      expect(Object.assign({}, ...byField.map((values) => values[index])), kind).toEqual(items.listed[kind]);
    }
  });

  test('has the same value as in lists when it is selected below the evidence of an alert, an endpoint or an item', async () => {
    const items = await openItemWorld();
    const siteId = items.world.site.siteId;
    for (const [index, kind] of kinds.entries()) {
      const { [kind]: expected } = items.listed;
      const alertId = `${alertIdStart}${index}`;
      const endpoint = `tenantId: "acme", hostname: "a", alertIds: ["${alertId}"]`;
      for (const [typeName, key] of [
        ['Alert', `id: "${alertId}"`],
        ['Endpoint', endpoint],
        ['DriveItem', `id: "${nodeId('DriveItem', siteId, items.ids[kind])}"`],
      ] as const) {
        const responses = await requestAlone(
          items,
          (selection) => `_entities(representations: [{ __typename: "${typeName}", ${key} }]) {
            ... on ${typeName} { evidence { notes item { ${selection} } } } }`,
        );
        const byField = Object.values(responses) as [{ evidence: [{ notes: string; item: Fields }] }][]; // As selected.
        expect(Object.assign({}, ...byField.map(([{ evidence }]) => evidence[0].item)), kind).toEqual(expected);
        expect(byField.map(([{ evidence }]) => evidence.map(({ notes }) => notes))).toEqual(
          byField.map(() => [`note ${index}`]),
        );
      }
    }
  });
});
