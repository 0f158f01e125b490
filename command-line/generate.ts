// Writes the generated files of schema/ and the example of the settings, and removes those that are generated no longer;
// with --check it only compares and names those that differ.
import 'reflect-metadata';
import { composeSupergraph, schemaFiles } from '../gateway/index.js';
import { exampleConfiguration } from '../platform/configuration/index.js';
import { projectRoot } from '../platform/project-root.js';
import { openApiText } from '../rest-adapters/index.js';
import { subgraphs } from '../subgraphs/index.js';
import { differencesFrom, type GeneratedFile, writeDifferences } from './generated-files.js';

function generatedFiles(): GeneratedFile[] {
  const typeDefs = subgraphs.map((subgraph) => ({ name: subgraph.name, typeDefs: subgraph.printTypeDefs() }));
  const supergraph = composeSupergraph(typeDefs);
  return [
    ...schemaFiles(supergraph, typeDefs).map(({ path, text }) => ({ path: `schema/${path}`, text })),
    { path: 'schema/openapi.json', text: openApiText(supergraph) },
    { path: 'rampart.example.ini', text: exampleConfiguration() },
  ];
}

const differences = differencesFrom(projectRoot, generatedFiles());
const { changed, stale } = differences;
if (process.argv.includes('--check')) {
  for (const { path } of changed) process.stderr.write(`${path} is not what is generated: run npm run generate\n`);
  for (const path of stale) process.stderr.write(`${path} is generated no longer: run npm run generate\n`);
  process.exitCode = changed.length + stale.length === 0 ? 0 : 1;
} else {
  writeDifferences(projectRoot, differences);
  for (const { path } of changed) process.stdout.write(`wrote ${path}\n`);
  for (const path of stale) process.stdout.write(`removed ${path}\n`);
}
