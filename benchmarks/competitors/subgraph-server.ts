import 'reflect-metadata';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import postgres from 'postgres';
import { anonymous, localAdministrator } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { silentLog } from '../../platform/log.js';
import type { Subgraph } from '../../platform/subgraph.js';
import { subgraphs } from '../../subgraphs/index.js';
import { selectDossiers } from '../joined/dossiers.js';
import { createDossiersSubgraph } from '../joined/dossiers-subgraph.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import { type ConnectionOptions, createReadOnlyDatabase } from './recorded-statements.js';

// A Rampart subgraph behind Apollo Server, for gateways that call their subgraphs over HTTP.

const options = readOptions<{
  name: string;
  connection: ConnectionOptions;
  settings?: Record<string, string>;
  asAdministrator?: boolean;
}>();
const subgraph = createSubgraph();
const server = new ApolloServer({ schema: subgraph.schema });
const { url } = await startStandaloneServer(server, {
  listen: { host: '127.0.0.1', port: 0 },
  context: async () =>
    subgraph.createContext({
      caller: options.asAdministrator ? localAdministrator : anonymous,
      via: 'graphql',
      signal: new AbortController().signal,
      requestId: '',
      sourceAddress: '127.0.0.1',
    }),
});
serveUntilParentExits(url);

function createSubgraph(): Subgraph {
  const sql = postgres({ ...options.connection, max: 10 });
  if (options.name === 'dossiers') return createDossiersSubgraph((ids) => selectDossiers(sql, ids));
  const definition = subgraphs.find(({ name }) => name === options.name);
  if (definition === undefined) throw new Error(`unknown subgraph ${options.name}`);
  return definition.create({
    configuration: loadConfiguration({ environment: options.settings ?? {}, workingDirectory: '/' }),
    database: createReadOnlyDatabase(sql),
    clock: systemClock,
    log: silentLog,
  });
}
