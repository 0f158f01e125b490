import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/support/long-files-first.js';
import { createMemoryFolder } from './test/support/memory-folder.js';
import { systemPostgresBinaries } from './test/support/system-postgres.js';

/**
 * What is also tested on the system's PostgreSQL, which is older and has another collation: each kind of statement, lock,
 * notification, transfer and migration once. Rules of a domain are the same on both, and run on the embedded one only.
 */
const databaseTests = [
  // All statements in files are described, and each documented endpoint is requested.
  'test/schema/sql-files.test.ts',
  'test/rest/{alerts,licenses,zones}-contract.test.ts',
  'test/gateway/whole-server.test.ts',
  // Connections, pipelined reads, transactions, migrations, notifications, jobs, and the chain of the audit log.
  'test/platform/{audit-log,change-watch,compatibility,database,database-socket,inspect-database}.test.ts',
  'test/platform/{jobs,rate-windows,reads,transaction}.test.ts',
  // What the database does when its own server is lost.
  'test/faults/fail-over.test.ts',
  // Data that moves between the embedded database and this one.
  'test/backup/round-trip.test.ts',
  // Locks, and statements over sets: concurrent imports, changes by filters, counts and groups.
  'test/alerts/{bulk-changes,endpoint-counts,import-concurrency,incident-rule,tally}.test.ts',
  'test/alerts/{facet-tallies,isolation,retention,endpoint-counts-migration}.test.ts',
  // Order, cursors and search in texts, which depend on the collation.
  'test/alerts/{alert-endpoints,endpoint-pages,input-limits,lists,related-endpoints}.test.ts',
  // COPY, partitions, and imports at the same time as searches.
  'test/zones/{copy,import-concurrency,import-large-zone,import-root-zone,retention,concurrent-pulls}.test.ts',
  // Plans and order of searches, and the state at a time.
  'test/zones/{search,search-model,search-scans,search-wildcards,nameservers,state-at,timeline}.test.ts',
  // Queues and counts that processes share.
  'test/zones/{accounts-quota,block-list-concurrency,brand-changes,hosts-of-brands}.test.ts',
  // Exact counts and leases under concurrency, and the log that they share.
  'test/licenses/{history,leases,rate,seats,usage,usage-check-ins}.test.ts',
  'test/rdap/{metering,sharing}.test.ts',
];

/** Tests that move data between the embedded database and the system's, where it is installed. */
const movesOut = ['test/backup/round-trip.test.ts'];

// What Node compiled once it need not compile again; the commands that tests start keep it in the same place.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

process.env.TMPDIR = createMemoryFolder() ?? process.env.TMPDIR ?? '/tmp';

const systemPostgres = systemPostgresBinaries();
if (systemPostgres === undefined) {
  console.log('PostgreSQL 15 or newer is not installed here: the tests run only on the embedded database.');
}

export default defineConfig({
  // One copy of graphql: its ESM and CommonJS builds do not recognize each other's objects.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    // A timeout only ends what hangs: the longest test takes 90 s on two cores that do nothing else.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The default of 1 s is short for a machine that does other work.
    expect: { poll: { timeout: 30_000 } },
    // Some tests wait for timers of seconds; two workers for each of two cores use them meanwhile.
    maxWorkers: 4,
    // The files of a worker share what they load: loading it costs more than most of them. No file mocks modules or
    // leaves globals changed.
    isolate: false,
    setupFiles: ['test/support/free-finished-files.ts'],
    // Most of what tests allocate is garbage soon. With the default of 16 MB, a tenth of their time is spent on collecting it.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', 'dist/**', '.stryker-tmp/**', ...(systemPostgres === undefined ? [] : movesOut)],
          globalSetup: ['test/support/embedded-postgres.setup.ts'],
        },
      },
      ...(systemPostgres === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'postgresql',
                include: databaseTests,
                globalSetup: ['test/support/system-postgres.setup.ts'],
              },
            },
          ]),
    ],
  },
});
