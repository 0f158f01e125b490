import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/support/long-files-first.js';
import { folderInMemory } from './test/support/memory-folder.js';
import { systemPostgresBinaries } from './test/support/system-postgres.js';

/** Tests whose outcome can depend on the PostgreSQL below; they run on the embedded one and on the system's. */
const databaseTests = [
  'test/{alerts,backup,zones,licenses,platform,rdap,rest,faults}/**/*.test.ts',
  'test/gateway/{authentication,whole-server}.test.ts',
  'test/schema/sql-files.test.ts',
];
/** Tests among them that ask no database anything that others do not ask it there. */
const notOfTheDatabase = [
  'test/backup/{commands,consistency,contents,damage,killed,memory}.test.ts',
  // They kill Rampart's processes. What the database does when its own server is lost is in fail-over.
  'test/faults/killed-*.test.ts',
  'test/platform/{configuration,configuration-secrets,migrations}.test.ts',
  // Registries over HTTP; what lookups store and count is in the other tests of RDAP.
  'test/rdap/{bootstrap,redirects,registries,transport}.test.ts',
  'test/rest/{open-api,open-api-services,request-timeout,licenses-processes,*-fuzz}.test.ts',
  // What marks changes for repeated responses is in the change watch of the platform.
  'test/rest/repeated-responses.test.ts',
  // Streams and limits of HTTP; the lists, imports and searches below them have tests of their own there.
  'test/rest/{alerts-export,alerts-import,requests-beyond-the-limit}.test.ts',
  // Formats of requests and responses, and who may connect; the contract tests send every endpoint's requests there.
  'test/rest/{alerts-wire,licenses-controller-auth,licenses-license,licenses-sources,licenses-wire}.test.ts',
  'test/rest/{zones-end-to-end,zones-existing-clients}.test.ts',
  // Rules without a database.
  'test/zones/brand-kinds-dnstwist.test.ts',
  // Commands over what the tests of brands change and list.
  'test/zones/brand-commands.test.ts',
  'test/zones/{exports,import-log,search-sessions}.test.ts',
  'test/zones/accounts-{commands,crowd,guessing,lock-out,mail-crash,mail-failures,queue-flooding}.test.ts',
  // Transfers between name servers, and downloads.
  'test/zones/{policy-zone-limits,policy-zones,pull-czds,pull-https,pull-over-tls,pull-transfers}.test.ts',
  'test/zones/{passwords,two-days,zone-file-reader,search-no-match-ranges}.test.ts',
];

/** Tests that move data between the embedded database and the system's, where it is installed. */
const movesOut = ['test/backup/round-trip.test.ts'];

// What Node compiled once it need not compile again; the commands that tests start keep it in the same place.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

process.env.TMPDIR = folderInMemory() ?? process.env.TMPDIR ?? '/tmp';

const systemPostgres = systemPostgresBinaries();
if (systemPostgres === undefined) {
  console.log('PostgreSQL 15 or newer is not installed here: the tests run on the embedded database only.');
}

export default defineConfig({
  // One copy of graphql: its ESM and CommonJS builds do not recognise each other's objects.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The default of 1 s is short for a machine that does other work.
    expect: { poll: { timeout: 30_000 } },
    // Some tests wait for timers of seconds; two workers for each of two cores use them meanwhile.
    maxWorkers: 4,
    // The files of a worker share what they load: loading it costs more than most of them. No file mocks modules or
    // leaves globals changed.
    isolate: false,
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
                exclude: notOfTheDatabase,
                globalSetup: ['test/support/system-postgres.setup.ts'],
              },
            },
          ]),
    ],
  },
});
