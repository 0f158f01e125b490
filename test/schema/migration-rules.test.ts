import { describe, expect, test } from 'vitest';
import { migrationsFolder, readCompatibility, readMigrations } from '../../platform/database/migrations.js';
import { compareVersions, ownVersion } from '../../platform/version.js';
import { contractionsOf, uniqueIndexesOf } from './support/migration-rules.js';

describe('a migration expands the schema if it', () => {
  test.each([
    'create table alerts.note (id int primary key, text text not null unique)',
    'create table alerts.note (id int); alter table alerts.note add constraint note_key unique (id); create unique index i on alerts.note (id)',
    'alter table alerts.alert add column note text',
    "alter table alerts.alert add column note text not null default ''",
    'alter table alerts.alert add column number bigserial not null',
    'alter table alerts.alert add column twice int not null generated always as (num_nodes * 2) stored',
    'alter table alerts.alert add column parent uuid references alerts.alert (id) on delete set null',
    'create table alerts.note (alert uuid references alerts.alert (id) on delete cascade)',
    'create table alerts.a (id int primary key); create table alerts.b (a int references alerts.a (id))',
    'create table alerts.note (id int); alter table alerts.note add foreign key (id) references alerts.alert (id) on delete cascade',
    'alter table alerts.alert alter column resolved_by drop not null',
    "alter table alerts.alert add column note text; update alerts.alert set note = ''; alter table alerts.alert alter column note set default ''",
    'create table alerts.note (id int); insert into alerts.note select 1',
    'alter table alerts.alert set (fillfactor = 80)',
    'create index concurrently i on alerts.alert (severity)',
    'drop index alerts.alert_notes',
    'create function alerts.f() returns int language sql as $$ select 1 $$',
  ])('%s', (sql) => {
    expect(contractionsOf(sql)).toEqual([]);
  });
});

describe('a migration contracts the schema if it', () => {
  test.each([
    ['drop table alerts.alert', 'something is dropped'],
    ['drop index alerts.evidence_of_alert', 'a unique index is dropped that ON CONFLICT may name'],
    ['drop type alerts.severity', 'something is dropped'],
    ['alter table alerts.alert drop column note', 'AT_DropColumn is unknown to add only'],
    ['alter table alerts.alert drop constraint alert_pkey', 'AT_DropConstraint is unknown to add only'],
    ['alter table alerts.alert rename column note to notes', 'RenameStmt is unknown to add only'],
    ['alter table alerts.alert rename to alerts', 'RenameStmt is unknown to add only'],
    ['alter table alerts.alert alter column note type int', 'AT_AlterColumnType is unknown to add only'],
    ['alter table alerts.alert alter column note set not null', 'AT_SetNotNull is unknown to add only'],
    ['alter table alerts.alert alter column note drop default', 'a default is dropped'],
    [
      'alter table alerts.alert add column note text not null',
      'a column must be written that the previous release does not know',
    ],
    ['alter table alerts.alert add column note text unique', 'CONSTR_UNIQUE may reject rows of the previous release'],
    ['alter table alerts.alert add unique (note)', 'AT_AddConstraint is unknown to add only'],
    ['alter table alerts.alert add check (num_nodes > 0)', 'AT_AddConstraint is unknown to add only'],
    ['create unique index i on alerts.alert (note)', 'a unique index rejects rows that were allowed'],
    [
      "alter type alerts.severity rename value 'low' to 'minor'",
      'the previous release may read a value that it does not know',
    ],
    ["alter type alerts.severity add value 'none'", 'the previous release may read a value that it does not know'],
    ['create or replace function alerts.f() returns int language sql as $$ select 1 $$', 'a function is replaced'],
    ['create trigger t after insert on alerts.alert execute function alerts.f()', 'a trigger changes what writes do'],
    ['update alerts.alert set notes = upper(notes)', 'rows are changed that the previous release reads'],
    ["insert into alerts.alert (id) values ('')", 'rows are added that the previous release reads'],
    ['select pg_catalog.setval($$alerts.s$$, 1)', 'SelectStmt is unknown to add only'],
    [
      'alter table alerts.alert alter column resolved_by set default $$$$',
      'a default changes what the previous release writes',
    ],
    [
      'create table alerts.note (alert uuid references alerts.alert (id))',
      'a reference prevents the deletion of rows that could be deleted',
    ],
    [
      'create table alerts.note (alert uuid, foreign key (alert) references alerts.alert (id) on delete restrict)',
      'a reference prevents the deletion of rows that could be deleted',
    ],
    [
      'create table alerts.note (id int); alter table alerts.note add foreign key (id) references alerts.alert (id)',
      'a reference prevents the deletion of rows that could be deleted',
    ],
    [
      'alter table alerts.alert add column parent uuid references alerts.alert (id)',
      'a reference prevents the deletion of rows that could be deleted',
    ],
    ['create table zones.later partition of zones.observation default', 'rows of an older table are stored elsewhere'],
    ['delete from alerts.alert', 'DeleteStmt is unknown to add only'],
    ['truncate alerts.alert', 'TruncateStmt is unknown to add only'],
    ['alter table alerts.alert add column a int, drop column b', 'AT_DropColumn is unknown to add only'],
  ])('%s', (sql, reason) => {
    expect(contractionsOf(sql, ['evidence_of_alert']).map((each) => each.because)).toEqual([reason]);
  });

  test('drops a table, and the statement is reported on one line', () => {
    const sql = 'create table a (id int);\n-- Gone.\ndrop table\n  b;';
    expect(contractionsOf(sql)).toEqual([{ statement: 'drop table b', because: 'something is dropped' }]);
  });
});

describe('the committed migrations', () => {
  const migrations = readMigrations(migrationsFolder);
  const { baseline, contractions, harmless } = readCompatibility(migrationsFolder);
  const uniqueIndexes = migrations.flatMap(({ statements }) => statements.flatMap(uniqueIndexesOf));
  const committedContractions = migrations
    .filter(({ name }) => name > baseline)
    .flatMap(({ name, statements }) =>
      contractionsOf(statements.join(';\n'), uniqueIndexes).map((each) => ({ migration: name, ...each })),
    );

  test('expand the schema, except those listed in compatibility.json', () => {
    const unlisted = committedContractions.filter(
      ({ migration, statement }) =>
        !contractions.some((listed) => listed.migration === migration) &&
        !harmless.some((listed) => listed.migration === migration && statement.startsWith(listed.statement)),
    );
    // Expand first (CONTRIBUTING, "Migrations"). List a contraction one release after the last one that used what it
    // removes.
    expect(unlisted).toEqual([]);
  });

  test('contain everything that compatibility.json lists', () => {
    const stale = [
      ...contractions.filter(
        (listed) => !committedContractions.some(({ migration }) => migration === listed.migration),
      ),
      ...harmless.filter(
        (listed) =>
          !committedContractions.some(
            ({ migration, statement }) => migration === listed.migration && statement.startsWith(listed.statement),
          ),
      ),
    ];
    expect(stale).toEqual([]);
    expect(migrations.map(({ name }) => name)).toContain(baseline);
  });

  test('contract only elements that the previous release does not use', () => {
    for (const { migration, compatibleFrom, removes } of contractions) {
      expect(compareVersions(compatibleFrom, ownVersion), `${migration}: compatibleFrom`).toBeLessThan(0);
      expect(removes, `${migration}: removes`).not.toBe('');
    }
    for (const { migration, reason } of harmless) expect(reason, `${migration}: reason`).not.toBe('');
  });
});
