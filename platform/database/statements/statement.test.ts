import { and, eq, sql } from 'drizzle-orm';
import {
  alias,
  bigint,
  customType,
  integer as integerColumn,
  pgSchema,
  text as textColumn,
  uuid as uuidColumn,
} from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  array,
  boolean,
  cast,
  encodedFrom,
  enumeration,
  float8,
  insertInto,
  integer,
  joined,
  nullable,
  optional,
  type ParameterValues,
  queryBuilder,
  type RecordOf,
  type RowOf,
  rawQuery,
  records,
  run,
  selectFields,
  statement,
  text,
  uuid,
  whereAll,
} from './index.js';

const shop = pgSchema('shop');
const color = shop.enum('color', ['red', 'blue']);
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const item = shop.table('item', {
  id: uuidColumn().primaryKey(),
  tenantId: bytewise('tenant_id').notNull(),
  color: color().notNull(),
  size: bigint({ mode: 'number' }),
  tags: textColumn().array().notNull(),
  makerId: integerColumn('maker_id'),
});
const maker = shop.table('maker', { id: integerColumn().primaryKey(), name: textColumn() });

/** A fake connection that returns these rows and records what it is sent. */
function connection(...response: unknown[][]) {
  const sent: { text: string; values: unknown[]; options: { prepare: boolean } }[] = [];
  const executor = {
    typed: (values: unknown) => values,
    unsafe(input: string, [values = []]: [unknown[]?], options: { prepare: boolean }) {
      sent.push({ text: input, values, options });
      async function forEach(callback: (row: unknown[]) => void) {
        response.forEach(callback);
        return { columns: [] };
      }
      return { values: () => ({ forEach }) };
    },
  } as unknown as Sql; // Contains only the methods that statements call.
  return { executor, sent };
}

const byId = statement({ id: uuid, tenantId: nullable(text) }, ({ id, tenantId }) =>
  queryBuilder
    .select({ id: item.id, size: item.size, tags: item.tags })
    .from(item)
    .where(and(eq(item.id, id), eq(item.tenantId, tenantId))),
);

describe('a compiled statement', () => {
  test('sends the values in the order of the parameters, and returns rows with the selected names', async () => {
    const { executor, sent } = connection(['a', '12', ['x']], ['b', null, []]);
    expect(await run(executor, byId, { tenantId: 'acme', id: 'a' })).toEqual([
      { id: 'a', size: 12, tags: ['x'] },
      { id: 'b', size: null, tags: [] },
    ]);
    expect(sent).toMatchObject([
      {
        text: 'select "id", "size", "tags" from "shop"."item" where ("shop"."item"."id" = $1::uuid and "shop"."item"."tenant_id" = $2::text)',
        values: ['a', 'acme'],
      },
    ]);
  });

  test('has the types of the columns and parameters', () => {
    expectTypeOf<RowOf<typeof byId>>().toEqualTypeOf<{ id: string; size: number | null; tags: string[] }>();
    expectTypeOf(run<RowOf<typeof byId>, { id: string; tenantId: string | null }>).toBeCallableWith(
      connection().executor,
      byId,
      { id: 'a', tenantId: null },
    );
  });

  test('fails if a value is missing', () => {
    const incomplete = { id: 'a' } as { id: string; tenantId: string };
    expect(() => run(connection().executor, byId, incomplete)).toThrow(
      'the parameter tenantId of a statement has no value',
    );
  });

  test('rejects a parameter that it does not use', () => {
    const withUnusedParameter = statement({ id: uuid, more: text }, ({ id }) =>
      queryBuilder.select({ id: item.id }).from(item).where(eq(item.id, id)),
    );
    expect(() => withUnusedParameter.compiled).toThrow('the parameter more is not used');
  });

  test('sends a repeated parameter once, and omits unused optional ones', async () => {
    const withRepeatedParameter = statement({ unused: optional(text), size: float8 }, ({ size }) =>
      rawQuery(
        { id: item.id },
        (columns) => sql`select ${columns} from ${item} where ${size} > 1 and ${item.size} > ${size}`,
      ),
    );
    const { executor, sent } = connection();
    await run(executor, withRepeatedParameter, { size: 3 });
    expect(sent[0]).toMatchObject({
      text: 'select "shop"."item"."id" from "shop"."item" where $1::double precision > 1 and "shop"."item"."size" > $1::double precision',
      values: [3],
    });
  });

  test('inlines constants', () => {
    const withConstant = statement({}, () =>
      queryBuilder.select({ id: item.id }).from(item).where(eq(item.tenantId, `it's $1 :a`)).limit(5),
    );
    expect(withConstant.compiled).toMatchObject({
      text: `select "id" from "shop"."item" where "shop"."item"."tenant_id" = 'it''s $1 :a' limit 5`,
      parameters: [],
    });
  });

  test('sends arrays and enum values as text, and null as null', async () => {
    const types = {
      colors: array(enumeration(color)),
      color: nullable(enumeration(color)),
      start: encodedFrom(text, (inputs: string) => `${inputs}%`),
    };
    const found = statement(types, (inputs) =>
      rawQuery(
        { id: item.id },
        (columns) =>
          sql`select ${columns} from ${item} where ${item.color} = any(${inputs.colors}) or ${item.color} = ${inputs.color} or ${item.tenantId} like ${inputs.start}`,
      ),
    );
    const { executor, sent } = connection();
    await run(executor, found, { colors: ['red', 'blue'], color: null, start: 'ac' });
    expect(sent[0]?.values).toEqual(['{"red","blue"}', null, 'ac%']);
    expect(sent[0]?.text).toMatch(
      /any\(\$1::text\[\]::shop\.color\[\]\) or .* = \$2::text::shop\.color or .* like \$3::text$/,
    );
    expectTypeOf<ParameterValues<typeof types>['colors']>().toEqualTypeOf<readonly ('red' | 'blue')[]>();
    expectTypeOf<ParameterValues<typeof types>['color']>().toEqualTypeOf<'red' | 'blue' | null>();
  });

  test('sends rows as one list per column, and reads them as a table', async () => {
    const types = {
      newItem: records({ id: uuid, color: enumeration(color), makerId: nullable(integer), isNew: boolean }),
      size: integer,
    };
    const added = statement(types, ({ newItem, size }) => sql`select id, ${size} from ${newItem}`);
    const { executor, sent } = connection();
    const newItem = [
      { id: 'a', color: 'red', makerId: null, isNew: true },
      { id: 'b', color: 'blue', makerId: 2, isNew: false },
    ] as const;
    await run(executor, added, { newItem, size: 3 });
    expect(sent[0]).toMatchObject({
      text: 'select id, $1::integer from unnest($2::uuid[], $3::text[]::shop.color[], $4::integer[], $5::text[]::boolean[]) as "new_item" ("id", "color", "maker_id", "is_new")',
      values: [3, '{"a","b"}', '{"red","blue"}', '{null,"2"}', '{"true","false"}'],
    });
    expectTypeOf<RecordOf<typeof types.newItem>['makerId']>().toEqualTypeOf<number | null>();
    const unused = statement(types, ({ size }) => sql`select ${size}`);
    expect(() => unused.compiled).toThrow('the parameter newItem is not used');
  });

  test('is not prepared if it requires a custom plan', async () => {
    const replanned = statement({}, () => queryBuilder.select({ id: item.id }).from(item), { isReplanned: true });
    const { executor, sent } = connection();
    await run(executor, replanned);
    expect(sent[0]?.options.prepare).toBe(false);
  });
});

describe('row templates', () => {
  const other = alias(item, 'other');

  test('return joined rows, null if there are none, and only the selected fields', async () => {
    const selection = {
      tenantId: other.tenantId,
      tags: other.tags,
      total: cast(float8, sql`count(*)`),
      upper: cast(array(text), sql`${other.tags}`).mapWith((tags: string[]) => tags.map((tag) => tag.toUpperCase())),
      maker: joined({ name: maker.name, id: maker.id }),
    };
    const found = statement({}, () =>
      rawQuery(
        { ...selectFields(selection, ['upper', 'total', 'maker']), id: other.id },
        (columns) => sql`select ${columns} from ${item} other left join ${maker} on true`,
      ),
    );
    const { executor, sent } = connection([2, ['x'], 'Ann', 7, 'a'], [2, null, null, null, 'b'], [0, [], null, 8, 'c']);
    expect(await run(executor, found)).toEqual([
      { total: 2, upper: ['X'], maker: { name: 'Ann', id: 7 }, id: 'a' },
      { total: 2, upper: null, maker: null, id: 'b' },
      { total: 0, upper: [], maker: { name: null, id: 8 }, id: 'c' },
    ]);
    expect(sent[0]?.text).toBe(
      'select (count(*))::double precision, ("other"."tags")::text[], "shop"."maker"."name", "shop"."maker"."id", "other"."id" from "shop"."item" other left join "shop"."maker" on true',
    );
    expectTypeOf<RowOf<typeof found>>().toMatchTypeOf<{
      id: string;
      total?: number;
      maker?: { name: string | null; id: number } | null;
    }>();
  });

  test('never evaluate a column name as code, and never change the prototype', async () => {
    const code = '"]: exit(1), ["';
    const selection = { ['__proto__']: item.size, [code]: item.tags };
    const found = statement({}, () => rawQuery(selection, (columns) => sql`select ${columns} from ${item}`));
    const [row] = await run(connection([1, ['x']]).executor, found);
    expect(Object.keys(row ?? {})).toEqual(['__proto__', code]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  test('reject a joined row that has only nullable columns', () => {
    const withNullableJoin = statement({}, () =>
      rawQuery({ maker: joined({ name: maker.name }) }, (columns) => sql`select ${columns} from ${maker}`),
    );
    expect(() => withNullableJoin.compiled).toThrow('the joined row maker requires a column that is never null');
  });

  test('combine their conditions with AND, and omit an empty WHERE clause', () => {
    const where = (...conditions: ReturnType<typeof sql>[]) =>
      statement({ n: optional(integer) }, () =>
        rawQuery({ id: item.id }, (columns) => sql`select ${columns} from ${item} ${whereAll(conditions)}`),
      ).compiled.text;
    expect(where()).toBe('select "shop"."item"."id" from "shop"."item" ');
    expect(where(sql`a`, sql`b`)).toBe('select "shop"."item"."id" from "shop"."item" where a and b');
  });

  test('insert a row by column names', () => {
    const added = statement({ id: uuid, tenantId: text }, ({ id, tenantId }) =>
      rawQuery(
        { id: item.id },
        (columns) => sql`${insertInto(item, { id, tenantId, size: sql`1` })} returning ${columns}`,
      ),
    );
    expect(added.compiled.text).toBe(
      'insert into "shop"."item" ("id", "tenant_id", "size") values ($1::uuid, $2::text, 1) returning "shop"."item"."id"',
    );
    expect(() => insertInto(item, { unknown: sql`1` } as object)).toThrow('the table has no column unknown');
  });

  test('are not required for a statement without rows', async () => {
    const removed = statement({ id: uuid }, ({ id }) => sql`delete from ${item} where id = ${id}`);
    const { executor, sent } = connection();
    expect(await run(executor, removed, { id: 'a' })).toEqual([]);
    expect(sent[0]).toMatchObject({ text: 'delete from "shop"."item" where id = $1::uuid', values: ['a'] });
  });
});
