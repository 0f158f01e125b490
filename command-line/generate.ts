// Writes the generated files of schema/ and the example of the settings; with --check it only compares and names those
// that differ.
import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { composeSupergraph, schemaFiles } from '../gateway/index.js';
import { exampleConfiguration } from '../platform/configuration/index.js';
import { projectRoot } from '../platform/project-root.js';
import { openApiText } from '../rest-adapters/index.js';
import { subgraphs } from '../subgraphs/index.js';

interface GeneratedFile {
  path: string;
  text: string;
}

function generatedFiles(): GeneratedFile[] {
  const typeDefs = subgraphs.map((subgraph) => ({ name: subgraph.name, typeDefs: subgraph.printTypeDefs() }));
  return [
    ...schemaFiles(typeDefs).map(({ path, text }) => ({ path: `schema/${path}`, text })),
    { path: 'schema/openapi.json', text: openApiText(composeSupergraph(typeDefs)) },
    { path: 'rampart.example.ini', text: exampleConfiguration() },
  ];
}

function differs({ path, text }: GeneratedFile): boolean {
  const file = join(projectRoot, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
}

const changed = generatedFiles().filter(differs);
if (process.argv.includes('--check')) {
  for (const { path } of changed) process.stderr.write(`${path} is not what is generated: run npm run generate\n`);
  process.exitCode = changed.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of changed) {
    mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
    writeFileSync(join(projectRoot, path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
