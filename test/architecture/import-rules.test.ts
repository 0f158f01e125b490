import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

/** A file, and what it imports. */
type Case = readonly [file: string, imported: string];

const forbiddenImports: readonly Case[] = [
  ['platform/log.ts', '../gateway/index.js'],
  ['platform/log.ts', '../subgraphs/index.js'],
  ['platform/log.ts', '../console/shared/format.js'],
  ['platform/log.ts', '../benchmarks/report.js'],
  ['platform/database/errors.ts', '../../rest-adapters/index.js'],
  ['platform/database/errors.ts', '../../test/support/index.js'],
  ['gateway/graph.ts', '../subgraphs/index.js'],
  ['gateway/graph.ts', '../subgraphs/alerts/index.js'],
  ['gateway/server/start.ts', '../../rest-adapters/index.js'],
  ['gateway/server/start.ts', '../../console/shared/page.js'],
  ['gateway/server/start.ts', '../../test/support/index.js'],
  ['gateway/server/start.ts', './addresses.test.js'],
  ['rest-adapters/send.ts', 'pg'],
  ['rest-adapters/send.ts', 'postgres'],
  ['rest-adapters/send.ts', 'drizzle-orm'],
  ['rest-adapters/send.ts', 'drizzle-orm/pg-core'],
  ['rest-adapters/send.ts', '../platform/database/index.js'],
  ['rest-adapters/send.ts', '../subgraphs/alerts/index.js'],
  ['rest-adapters/send.ts', '../gateway/graph.js'],
  ['rest-adapters/alerts/answers.ts', '../../gateway/errors/index.js'],
  ['rest-adapters/alerts/answers.ts', '../../command-line/output.js'],
  ['command-line/serve.ts', '../test/support/index.js'],
  ['command-line/serve.ts', '../benchmarks/report.js'],
  ['command-line/serve.ts', '../gateway/server/index.js'],
  ['command-line/serve.ts', '../rest-adapters/send.js'],
  ['command-line/commands/tokens.ts', '../../gateway/authentication/operator-tokens.js'],
  ['command-line/commands/alerts.ts', '../../subgraphs/alerts/triage/repository/alerts.js'],
  ['command-line/commands/alerts.ts', '../../subgraphs/licenses/service/store.js'],
  ['command-line/commands/alerts.ts', '../../subgraphs/alerts/triage/resolver.js'],
  ['benchmarks/measure.ts', '../test/support/index.js'],
  ['benchmarks/suites/scale.ts', '../../test/support/test-database.js'],
  ['benchmarks/suites/scale.ts', '../../subgraphs/alerts/triage/repository/alerts.js'],
  ['examples/dashboard/graph.ts', '../../platform/caller.js'],
  ['console/shared/page.ts', '../../gateway/index.js'],
  ['console/shared/page.ts', '../../platform/caller.js'],
  ['console/shell/application.tsx', '../../subgraphs/alerts/index.js'],
  ['subgraphs/index.ts', './alerts/triage/index.js'],
  ['subgraphs/index.ts', '../gateway/index.js'],
  ['subgraphs/alerts/context.ts', '../../gateway/index.js'],
  ['subgraphs/alerts/context.ts', '../../rest-adapters/index.js'],
  ['subgraphs/alerts/context.ts', '../../test/support/index.js'],
  ['subgraphs/alerts/context.ts', '../zones/index.js'],
  ['subgraphs/alerts/context.ts', '../index.js'],
  ['subgraphs/licenses/fields.ts', './repository/alert-rows.js'],
  ['subgraphs/licenses/fields.ts', './tables.js'],
  ['subgraphs/licenses/fields.ts', './service/store.js'],
  ['subgraphs/licenses/resolver.ts', './repository/alert-rows.js'],
  ['subgraphs/licenses/resolver.ts', '../../platform/database/index.js'],
  ['subgraphs/licenses/resolver.ts', 'drizzle-orm'],
  ['subgraphs/licenses/types/alert.ts', '../repository/alert-rows.js'],
  ['subgraphs/licenses/types/alert.ts', '../tables.js'],
  ['subgraphs/licenses/types/alert.ts', '../../zones/index.js'],
  ['subgraphs/licenses/service/store.ts', '../fields.js'],
  ['subgraphs/licenses/service/store.ts', '../context.js'],
  ['subgraphs/licenses/service/store.ts', '../schema.js'],
  ['subgraphs/licenses/service/store.ts', '../references.js'],
  ['subgraphs/licenses/service/store.ts', '../resolver.js'],
  ['subgraphs/licenses/service/store.ts', '../resolver-mutation.js'],
  ['subgraphs/licenses/service/store.ts', '../types/alert.js'],
  ['subgraphs/licenses/service/store.ts', '../tables.js'],
  ['subgraphs/licenses/service/store.ts', '../../zones/index.js'],
  ['subgraphs/licenses/service/store.ts', '../../../gateway/index.js'],
  ['subgraphs/licenses/service/store.ts', 'graphql'],
  ['subgraphs/licenses/service/store.ts', 'graphql-scalars'],
  ['subgraphs/licenses/service/store.ts', 'type-graphql'],
  ['subgraphs/licenses/repository/changes.ts', '../service/index.js'],
  ['subgraphs/licenses/repository/changes.ts', '../context.js'],
  ['subgraphs/licenses/repository/changes.ts', '../../zones/tables.js'],
  ['subgraphs/licenses/repository/changes.ts', 'graphql'],
  ['subgraphs/licenses/repository/changes.ts', 'graphql/language/index.js'],
  ['subgraphs/licenses/rules/severity.ts', 'node:fs'],
  ['subgraphs/licenses/rules/severity.ts', 'pino'],
  ['subgraphs/licenses/rules/severity.ts', 'graphql'],
  ['subgraphs/licenses/rules/severity.ts', 'drizzle-orm/pg-core'],
  ['subgraphs/licenses/rules/severity.ts', '../context.js'],
  ['subgraphs/licenses/rules/severity.ts', '../index.js'],
  ['subgraphs/licenses/rules/severity.ts', '../service/index.js'],
  ['subgraphs/licenses/rules/severity.ts', '../../../platform/log.js'],
  ['subgraphs/licenses/rules/severity.ts', '../../../platform/clock.js'],
  ['subgraphs/licenses/rules/severity.ts', '../../zones/rules/name.js'],
  ['subgraphs/licenses/rules/severity.ts', './rules.test.js'],
  ['subgraphs/licenses/records.ts', './repository/alert-rows.js'],
  ['subgraphs/alerts/vocabulary.ts', 'type-graphql'],
  ['subgraphs/alerts/tables.ts', './repository/alert-rows.js'],
  ['subgraphs/licenses/service/store.ts', '../../../platform/graph/index.js'],
  ['subgraphs/licenses/service/store.ts', '../tables/alert.js'],
  ['subgraphs/licenses/resolver.ts', './tables/alert.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../context.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../types/alert.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../tables/alert.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../../zones/index.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../../../gateway/index.js'],
  ['subgraphs/licenses/service/area/verb.ts', 'graphql'],
  ['subgraphs/licenses/repository/area/rows.ts', '../../service/index.js'],
  ['subgraphs/licenses/repository/area/rows.ts', '../../../zones/tables.js'],
  ['subgraphs/licenses/repository/area/rows.ts', 'type-graphql'],
  ['subgraphs/licenses/rules/area/rule.ts', 'node:fs'],
  ['subgraphs/licenses/rules/area/rule.ts', '../../service/index.js'],
  ['subgraphs/licenses/rules/area/rule.ts', '../../../../platform/log.js'],
  ['subgraphs/licenses/types/area/alert.ts', '../../repository/alert-rows.js'],
  ['subgraphs/licenses/types/area/alert.ts', '../../service/store.js'],
  ['subgraphs/licenses/types/area/alert.ts', '../../../zones/index.js'],
  ['subgraphs/licenses/tables/alert.ts', '../repository/alert-rows.js'],
  ['subgraphs/alerts/triage/resolver.ts', './repository/alerts.js'],
  ['subgraphs/alerts/triage/resolver.ts', '../tables.js'],
  ['subgraphs/alerts/triage/resolver.ts', '../endpoints/service.js'],
  ['subgraphs/alerts/triage/resolver.ts', '../../../platform/database/index.js'],
  ['subgraphs/alerts/triage/types.ts', '../../zones/index.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', 'graphql'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../types.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../../context.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../../tables.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../../endpoints/repository.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../../../../gateway/index.js'],
  ['subgraphs/alerts/endpoints/repository.ts', './service.js'],
  ['subgraphs/alerts/endpoints/repository.ts', 'type-graphql'],
  ['subgraphs/alerts/metrics/rules.ts', './service.js'],
  ['subgraphs/alerts/metrics/rules.ts', 'node:fs'],
  ['subgraphs/alerts/schema.ts', './triage/resolver.js'],
  ['subgraphs/alerts/tables.ts', './context.js'],
];

const allowedImports: readonly Case[] = [
  ['subgraphs/alerts/triage/resolver.ts', './service/list-alerts.js'],
  ['subgraphs/alerts/triage/resolver.ts', '../endpoints/index.js'],
  ['subgraphs/alerts/triage/resolver.ts', 'type-graphql'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../repository/alerts.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../../dependencies.js'],
  ['subgraphs/alerts/triage/service/list-alerts.ts', '../../../../platform/database/index.js'],
  ['subgraphs/alerts/endpoints/repository.ts', '../tables.js'],
  ['subgraphs/alerts/endpoints/repository.ts', '../../../platform/database/index.js'],
  ['subgraphs/alerts/metrics/rules.ts', '../../../platform/domain-error.js'],
  ['subgraphs/alerts/imports/index.ts', './resolver.js'],
  ['command-line/commands/alerts.ts', '../../subgraphs/alerts/imports/service/import-lines.js'],
  ['subgraphs/licenses/resolver.ts', '../../platform/graph/index.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../other/verb.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../repository/area/rows.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../rules/area/rule.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../vocabulary.js'],
  ['subgraphs/licenses/service/area/verb.ts', '../../../../platform/database/index.js'],
  ['subgraphs/licenses/repository/area/rows.ts', '../../tables/alert.js'],
  ['subgraphs/licenses/repository/area/rows.ts', '../../../../platform/database/index.js'],
  ['subgraphs/licenses/rules/area/rule.ts', '../../../../platform/domain-error.js'],
  ['subgraphs/licenses/rules/area/rule.ts', '../../../../platform/input-limits.js'],
  ['subgraphs/licenses/rules/area/rule.ts', '../other/rule.js'],
  ['subgraphs/licenses/rules/area/rule.ts', 'ipaddr.js'],
  ['subgraphs/licenses/types/area/alert.ts', '../../vocabulary.js'],
  ['subgraphs/licenses/tables/alert.ts', './schema.js'],
  ['subgraphs/licenses/tables/alert.ts', 'drizzle-orm/pg-core'],
  ['platform/job-worker.ts', './database/index.js'],
  ['platform/database/errors.ts', '../domain-error.js'],
  ['platform/database/errors.ts', 'postgres'],
  ['gateway/graph.ts', './execution/index.js'],
  ['gateway/server/start.ts', '../../platform/log.js'],
  ['gateway/server/addresses.test.ts', '../../test/support/index.js'],
  ['rest-adapters/send.ts', '../gateway/index.js'],
  ['rest-adapters/alerts/answers.ts', '../../platform/domain-error.js'],
  ['rest-adapters/alerts/answers.ts', '../answer.js'],
  ['command-line/serve.ts', '../gateway/index.js'],
  ['command-line/serve.ts', '../rest-adapters/index.js'],
  ['command-line/serve.ts', '../subgraphs/index.js'],
  ['command-line/commands/tokens.ts', '../../gateway/authentication/index.js'],
  ['command-line/commands/alerts.ts', '../../subgraphs/alerts/index.js'],
  ['command-line/commands/alerts.ts', '../../subgraphs/licenses/service/index.js'],
  ['command-line/commands/alerts.ts', '../../platform/database/index.js'],
  ['benchmarks/contestants.ts', '../subgraphs/alerts/index.js'],
  ['benchmarks/data/inferences.ts', '../../command-line/demo/seeded-random.js'],
  ['benchmarks/contestants.ts', '@apollo/gateway'],
  ['examples/dashboard/graph.ts', './generated/operations.ts'],
  ['console/shared/page.ts', './format.js'],
  ['console/shell/application.tsx', '../alerts/index.js'],
  ['subgraphs/index.ts', './alerts/index.js'],
  ['subgraphs/index.ts', '../platform/subgraph.js'],
  ['subgraphs/licenses/index.ts', './service/index.js'],
  ['subgraphs/licenses/resolver.ts', './service/index.js'],
  ['subgraphs/licenses/resolver.ts', './rules/severity.js'],
  ['subgraphs/licenses/resolver.ts', '../../platform/domain-error.js'],
  ['subgraphs/licenses/types/alert.ts', '../vocabulary.js'],
  ['subgraphs/licenses/types/alert.ts', 'type-graphql'],
  ['subgraphs/licenses/service/store.ts', '../repository/alert-rows.js'],
  ['subgraphs/licenses/service/store.ts', '../rules/severity.js'],
  ['subgraphs/licenses/service/store.ts', '../records.js'],
  ['subgraphs/licenses/service/store.ts', '../../../platform/database/index.js'],
  ['subgraphs/licenses/repository/changes.ts', '../tables.js'],
  ['subgraphs/licenses/repository/changes.ts', '../rules/severity.js'],
  ['subgraphs/licenses/repository/changes.ts', 'drizzle-orm'],
  ['subgraphs/licenses/repository/changes.ts', '../../../platform/domain-error.js'],
  ['subgraphs/licenses/rules/severity.ts', './inference.js'],
  ['subgraphs/licenses/rules/severity.ts', '../vocabulary.js'],
  ['subgraphs/licenses/rules/severity.ts', '../records.js'],
  ['subgraphs/licenses/rules/severity.ts', '../../../platform/domain-error.js'],
  ['subgraphs/licenses/rules/severity.ts', 'node:crypto'],
  ['subgraphs/licenses/rules/severity.ts', 'ipaddr.js'],
  ['subgraphs/licenses/records.ts', './vocabulary.js'],
  ['subgraphs/alerts/tables.ts', 'drizzle-orm/pg-core'],
];

/** How else one file asks for another; each is forbidden. */
const formsOfImport = [
  "import type { Graph } from '../gateway/index.js';",
  "import '../gateway/index.js';",
  "export * from '../gateway/index.js';",
  "export type { Graph } from '../gateway/index.js';",
  "export const graph = await import('../gateway/index.js');",
];

const readingsOfSettings = [
  'export const { env } = process;',
  'export const system = process;',
  'let env; ({ env } = process); export const path = env.PATH;',
  'export function read({ env } = process) { return env; }',
  "import { env } from 'node:process'; export const path = env.PATH;",
  "import system from 'node:process'; export const path = system.env.PATH;",
  'export const path = process.env.PATH;',
  "export const path = process['env'].PATH;",
  'export const path = globalThis.process.env.PATH;',
];

const otherUsesOfTheProcess = [
  'export const words = process.argv;',
  'process.exitCode = 1;',
  "process.once('exit', stop);",
];

/** The lines of each file, and what lint says about a line: `file:line`, by the rule. */
const files = new Map<string, string[]>();
const reported = new Map<string, Set<string>>();

/** Adds a line to a file of the sample and tells where it is. */
function place(file: string, line: string): string {
  const lines = files.get(file) ?? [];
  files.set(file, [...lines, line]);
  return `${file}:${lines.length + 1}`;
}

function placeImport([file, imported]: Case): { place: string; file: string; imported: string } {
  const name = `name${(files.get(file) ?? []).length}`;
  return { place: place(file, `export { ${name} } from '${imported}';`), file, imported };
}

interface Diagnostic {
  category: string;
  location: { path: string; start: { line: number } };
}

/** Lints the sample as the checkout would be linted: in a folder of its own with the same settings. */
function lint(): void {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-import-rules-'));
  try {
    // The settings of version control need a repository.
    const settings = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8'));
    write(folder, 'biome.json', JSON.stringify({ ...settings, vcs: { enabled: false } }));
    for (const { path } of settings.plugins) cpSync(join(projectRoot, path), join(folder, path));
    for (const [file, lines] of files) write(folder, file, `${lines.join('\n')}\n`);
    const words = [join(projectRoot, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=json'];
    const { stdout } = spawnSync(process.execPath, [...words, '--max-diagnostics=none'], { cwd: folder });
    for (const { category, location } of JSON.parse(stdout.toString()).diagnostics as Diagnostic[]) {
      const at = `${location.path}:${location.start.line}`;
      reported.set(at, (reported.get(at) ?? new Set()).add(category));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const importRule = 'lint/style/noRestrictedImports';

function readsSettings(place: string): boolean {
  return ['plugin', 'lint/style/noProcessEnv'].some((category) => reported.get(place)?.has(category));
}

const cycle = [
  place('gateway/one.ts', "import type { Other } from './other.js'; export interface One { other: Other }"),
  place('gateway/other.ts', "import type { One } from './one.js'; export interface Other { one: One }"),
] as const;

beforeAll(lint);

test.each(forbiddenImports.map(placeImport))('$file may not import $imported', ({ place }) => {
  expect(reported.get(place)).toContain(importRule);
});

test.each(allowedImports.map(placeImport))('$file may import $imported', ({ place }) => {
  expect(reported.get(place) ?? []).not.toContain(importRule);
});

test.each(formsOfImport.map((line) => ({ line, place: place('platform/forms.ts', line) })))(
  'platform may not say $line',
  ({ place }) => {
    expect(reported.get(place)).toContain(importRule);
  },
);

test.each(readingsOfSettings.map((line) => ({ line, place: place('gateway/reads-settings.ts', line) })))(
  'settings are read in their place only, not with $line',
  ({ place }) => {
    expect(readsSettings(place)).toBe(true);
  },
);

test.each([
  ...otherUsesOfTheProcess.map((line) => ({ line, place: place('gateway/uses-process.ts', line) })),
  ...readingsOfSettings.map((line) => ({ line, place: place('platform/configuration/load.ts', line) })),
])('$place may say $line', ({ place }) => {
  expect(readsSettings(place)).toBe(false);
});

test('files that mention only types of each other are a cycle', () => {
  expect([...(reported.get(cycle[0]) ?? []), ...(reported.get(cycle[1]) ?? [])]).toEqual([
    'lint/suspicious/noImportCycles',
    'lint/suspicious/noImportCycles',
  ]);
});
