// Writes the generated files: schema/, the example settings, the operations of the console and the example dashboard,
// and the REST client of the tests. Removes obsolete ones. With --check, it only reports differences. It also compares
// the API schema with the last release: --changes lists all differences, --approve REASON approves breaking changes,
// and --release makes the current schema the released one; --check --release verifies that this was done for the
// version in package.json.
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
import { approve, objectionsTo, objectionsToRelease, release, reviewSchema } from './generation/schema-changes.js';

const { values: flags } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    changes: { type: 'boolean', default: false },
    approve: { type: 'string' },
    release: { type: 'boolean', default: false },
  },
});

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

function checkOrWrite(generated: readonly GeneratedFile[]): void {
  const differences = differencesFrom(projectRoot, generated);
  const { changed, stale } = differences;
  if (flags.check) {
    for (const { path } of changed) fail(`${path} is out of date: run npm run generate`);
    for (const path of stale) fail(`${path} is no longer generated: run npm run generate`);
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
    return report(objectionsTo(await reviewSchema({ released, current, log: approved, version })));
  }
  if (flags.release && flags.check) return report(objectionsToRelease(review));
  if (flags.release) {
    const objections = objectionsTo(review);
    if (objections.length > 0) return report(objections);
    const next = release(log, version);
    if (next === undefined) return fail(`${version} is already released: set the next version in package.json first`);
    return writeReleased(projectRoot, { sdl: current, log: next });
  }
  if (flags.changes) {
    for (const change of review.safe) process.stdout.write(`safe: ${change}\n`);
    for (const change of review.dangerous) process.stdout.write(`dangerous: ${change}\n`);
    for (const { change, reason } of log.approved) process.stdout.write(`approved: ${change} (${reason})\n`);
  }
  report(objectionsTo(review));
}

function report(objections: readonly string[]): void {
  for (const objection of objections) fail(objection);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
