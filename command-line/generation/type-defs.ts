// Part of a build: prints the SDL of each domain, which then need not be built from its classes whenever a server
// starts.
import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolveImportsOnce } from '../module-resolution.js';

resolveImportsOnce();
const { subgraphs } = await import('../../subgraphs/index.js');
const folder = new URL('../../type-defs/', import.meta.url);
mkdirSync(folder);
for (const { name, printTypeDefs } of subgraphs) writeFileSync(new URL(`${name}.graphql`, folder), printTypeDefs());
