import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGraph, type DataSource, type Graph, InProcessDataSource } from '../../gateway/index.js';
import { projectRoot } from '../../platform/project-root.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { subgraphs } from '../../subgraphs/index.js';

/** The whole graph, of which these domains run in this process; what is asked of another one fails. */
export function graphWith(...running: readonly Subgraph[]): Graph {
  return graphOver(Object.fromEntries(running.map((subgraph) => [subgraph.name, new InProcessDataSource(subgraph)])));
}

/** The whole graph over data sources of a test's own; what is asked of another domain fails. */
export function graphOver(dataSources: Readonly<Record<string, DataSource>>): Graph {
  return buildGraph({
    // The generated file: composing the domains again for every test file would cost more than most of them.
    supergraphSdl: readFileSync(join(projectRoot, 'schema', 'supergraph.graphql'), 'utf8'),
    dataSources: new Map(subgraphs.map(({ name }) => [name, dataSources[name] ?? absent(name)])),
  });
}

function absent(name: string): DataSource {
  return {
    execute() {
      throw new Error(`the domain ${name} does not run in this test`);
    },
  };
}
