import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

/** Files with statements whose declared row type is not checked (decision 49), with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'gateway/server/readiness.ts': 'asks a server about its recovery, on its own connection',
  'platform/backup/catalog.ts': 'reads the catalog of the server and sequences of any table',
  'platform/backup/jobs.ts': 'reads the tables of the job queue, which has its own migrations',
  'platform/backup/restore.ts': 'counts rows of any table, by its name',
  'platform/backup/schema.ts': 'reads the catalog of the server',
  'platform/backup/snapshot.ts': 'reads the file of any table',
  'platform/backup/target.ts': 'reads the catalog of a server before it has the tables',
  'platform/database/connection-limit.ts': 'reads limits of a server that may lack the tables',
  'platform/database/advisory-lock.ts': 'asks for an advisory lock, which is not a table',
  'platform/database/inspect.ts': 'reads settings of a server that may lack the tables',
  'platform/database/migration-history.ts': 'reads the tables of migrations before the others exist',
  'platform/database/pooling.ts': 'asks for the process of a connection',
  'platform/database/primary.ts': 'asks a server about its recovery, on its own connection',
  'platform/database/session-settings.ts': 'reads settings of a server that may lack the tables',
  'platform/database/standby-reads.ts': 'reads positions in the log of a server, which may be a standby',
  'platform/database/statement.ts': 'runs all checked statements',
  'platform/database/statements/value-types.ts': 'casts an expression to the declared type',
  'platform/jobs.ts': 'reads the tables of the job queue, which has its own migrations',
  'subgraphs/zones/accounts/repository/mails.ts': 'JSON and a kind that only this feature writes',
  'subgraphs/zones/exports/repository.ts': 'JSON that only this file writes',
  'subgraphs/zones/search/repository/sessions.ts': 'JSON that only this file writes',
};

/** A template or a string with a declared row type: `sql<Row[]>`, `unsafe<Row[]>(`. */
const uncheckedRowType = /\b(?:sql|unsafe)<[^`]{1,200}?>\s*[`(]/;

test('only statements that cannot be checked declare a row type without a check', () => {
  const files = globSync('{command-line,gateway,platform,rest-adapters,subgraphs}/**/*.ts', {
    cwd: projectRoot,
    exclude: (path) => path.endsWith('.test.ts'),
  });
  const uncheckedFiles = files.filter((file) => uncheckedRowType.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(uncheckedFiles.sort()).toEqual(Object.keys(exceptions).sort());
});
