import { expect, test } from 'vitest';
import { describeStatement, sqlStateOf } from './database-spans.js';

test.each([
  ['select "id" from "alerts"."alert" where "id" = $1', 'SELECT alerts.alert'],
  ['  INSERT INTO zones.zone (name) VALUES ($1)', 'INSERT zones.zone'],
  ['update only "licenses"."seat" set "at" = $1', 'UPDATE licenses.seat'],
  ['delete from drive.item using x', 'DELETE drive.item'],
  ['with found as (select 1) select * from found', 'SELECT found'],
  ['select c.* from unnest($1::text[]) n join "licenses"."controller" c on c.host = n', 'SELECT licenses.controller'],
  ['-- of a table\nwith x as (select 1 from a) /* (from b */ insert into "c"."d" (e) select 1', 'INSERT c.d'],
  ["select ')', 'from b' from c", 'SELECT c'],
  ['select count(*) from generate_series(1, 2)', 'SELECT'],
  ['lock table alerts.alert in share mode', 'LOCK alerts.alert'],
  ['vacuum', 'SQL'],
])('names the span of the statement %s', (text, name) => {
  const described = describeStatement(text);
  expect(described.name).toBe(name);
  expect(described.attributes['db.query.text']).toBe(text);
});

test('limits names of spans to 255 characters', () => {
  expect(describeStatement(`select 1 from "${'a'.repeat(1000)}"`).name).toHaveLength(255);
});

test('returns the SQLSTATE only for PostgreSQL errors', () => {
  expect(sqlStateOf(Object.assign(new Error(), { code: '23505' }))).toBe('23505');
  expect(sqlStateOf(Object.assign(new Error(), { code: 'ECONNRESET' }))).toBeUndefined();
  expect(sqlStateOf('23505')).toBeUndefined();
});
