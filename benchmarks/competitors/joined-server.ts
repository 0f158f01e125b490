import 'reflect-metadata';
import {
  buildGraph,
  composeSupergraph,
  configuredAdminTokens,
  createCallerAuthenticator,
  InProcessDataSource,
  OperatorTokens,
  startHttpServer,
} from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { executeStatement, openDatabase } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { setV8Flags } from '../../platform/v8-flags.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { type DossierRow, dossierOfRow, dossiersText } from '../joined/dossiers.js';
import { createDossiersSubgraph } from '../joined/dossiers-subgraph.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import type { ConnectionOptions } from './recorded-statements.js';

// Rampart with two subgraphs, alerts and that of the benchmarks, which `rampart serve` does not support.

setV8Flags();
const options = readOptions<{ environment: Record<string, string>; connection: ConnectionOptions }>();
const configuration = loadConfiguration({ environment: options.environment, workingDirectory: '/' });
const log = createLog({ level: 'warn' });
const database = await openDatabase({ configuration, log });
const platform = { configuration, database, clock: systemClock, log };
const domains = [
  alertsSubgraph.create(platform),
  createDossiersSubgraph(
    (ids, { signal }) =>
      database.read({ signal, rows: ids.length }, (sql) =>
        executeStatement(sql, { text: dossiersText, values: [ids], mapRow: dossierOfRow }),
      ) as Promise<DossierRow[]>, // `mapRow` returns these rows.
  ),
];
const graph = buildGraph({
  supergraphSdl: composeSupergraph(domains),
  dataSources: new Map(domains.map((domain) => [domain.name, new InProcessDataSource(domain)])),
});
const authenticator = createCallerAuthenticator({
  operatorTokens: new OperatorTokens(platform),
  adminTokens: configuredAdminTokens(configuration),
});
const server = await startHttpServer({ ...platform, graph, authenticator });
serveUntilParentExits(server.url);
