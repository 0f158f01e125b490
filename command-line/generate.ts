// Writes the generated files; `help` below describes the options.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { composeSupergraph, schemaFiles, withNodes } from '../gateway/index.js';
import { exampleConfiguration } from '../platform/configuration/index.js';
import { projectRoot } from '../platform/project-root.js';
import { openApiText } from '../rest-adapters/index.js';
import { subgraphs } from '../subgraphs/index.js';
import { clientOperations } from './generation/client-operations.js';
import { differencesFrom, type GeneratedFile, writeDifferences } from './generation/generated-files.js';
import { readReleased, versionOf, writeLog, writeReleased } from './generation/released-schema.js';
import { restClient } from './generation/rest-client.js';
import { approve, release, releaseProblems, reviewSchema, schemaProblems } from './generation/schema-changes.js';

const help = `Usage: npm run generate -- [options]

Write the generated files: schema/, rampart.example.ini, the operations of the console and of the example dashboard, and
the REST client of the tests. Remove obsolete ones. Fail if the schema has breaking changes that are not approved.

  --check            only report files that are out of date
  --changes          list all changes of the schema since the last release
  --approve REASON   approve the breaking changes of the schema
  --release          make the current schema the released one; with --check, only verify that this was done for the
                     version in package.json
  --help             show this help
`;

/**
 * Names of errors that a source causes, such as an invalid operation. Their messages state the location, so no stack
 * trace is printed.
 */
const sourceErrors = new Set(['CompositionError', 'DocumentProblems', 'InvalidOperation']);

const flags = readFlags();
if (flags.help) process.stdout.write(help);
else await generate().catch((error: Error) => fail(textOf(error)));

function readFlags() {
  try {
    return parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        changes: { type: 'boolean', default: false },
        approve: { type: 'string' },
        release: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    fail(`generate: ${(error as Error).message} (see --help)`); // parseArgs throws instances of Error.
    process.exit(2);
  }
}

async function generate(): Promise<void> {
  const domains = subgraphs.map((subgraph) => ({ name: subgraph.name, typeDefs: subgraph.printTypeDefs() }));
  const typeDefs = withNodes(domains);
  const supergraph = composeSupergraph(typeDefs);
  const schema = schemaFiles(supergraph, typeDefs).map(({ path, text }) => ({ path: `schema/${path}`, text }));
  const api = schema.find(({ path }) => path === 'schema/api.graphql')?.text ?? '';
  const openApi = openApiText(supergraph);
  checkOrWrite([
    ...schema,
    ...(await clientOperations(projectRoot, api)),
    { path: 'schema/openapi.json', text: openApi },
    await restClient(projectRoot, openApi),
    { path: 'rampart.example.ini', text: exampleConfiguration() },
  ]);
  await compareWithRelease(api);
}

function textOf(error: Error): string {
  return sourceErrors.has(error.name) ? error.message : (error.stack ?? String(error));
}

function checkOrWrite(generated: readonly GeneratedFile[]): void {
  const differences = differencesFrom(projectRoot, generated);
  const { changed, stale } = differences;
  if (flags.check) {
    for (const { path } of changed) fail(`${path} is out of date: run npm run generate`);
    for (const path of stale) fail(`${path} is no longer generated: run npm run generate to remove it`);
    return;
  }
  writeDifferences(projectRoot, differences);
  for (const { path } of changed) process.stdout.write(`wrote ${path}\n`);
  for (const path of stale) process.stdout.write(`removed ${path}\n`);
}

async function compareWithRelease(current: string): Promise<void> {
  const version = versionOf(projectRoot);
  const { sdl: released, log } = readReleased(projectRoot, current);
  const review = await reviewSchema({ released, current, log, version });
  if (flags.approve !== undefined) {
    if (flags.approve.trim() === '') return fail('--approve requires a reason');
    const approved = approve(log, review, flags.approve);
    writeLog(projectRoot, approved);
    return report(schemaProblems(await reviewSchema({ released, current, log: approved, version })));
  }
  if (flags.release && flags.check) return report(releaseProblems(review));
  if (flags.release) {
    const problems = schemaProblems(review);
    if (problems.length > 0) return report(problems);
    const next = release(log, version);
    if (next === undefined) return fail(`${version} is already released: set the next version in package.json first`);
    return writeReleased(projectRoot, { sdl: current, log: next });
  }
  if (flags.changes) {
    for (const change of review.safe) process.stdout.write(`safe: ${change}\n`);
    for (const change of review.dangerous) process.stdout.write(`dangerous: ${change}\n`);
    for (const { change, reason } of log.approved) process.stdout.write(`approved: ${change} (${reason})\n`);
  }
  report(schemaProblems(review));
}

function report(problems: readonly string[]): void {
  for (const problem of problems) fail(problem);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
