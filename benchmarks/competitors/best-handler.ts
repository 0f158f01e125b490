import 'reflect-metadata';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import postgres, { type Sql } from 'postgres';
import { openPool } from '../../platform/database/connection.js';
import { PipelinedReads } from '../../platform/database/pipelined-reads.js';
import { sortedDistinct } from '../../platform/database/sorted-distinct.js';
import {
  executeStatement,
  type MapRow,
  type Parameter,
  withPipelinedReads,
} from '../../platform/database/statement.js';
import { setV8Flags } from '../../platform/v8-flags.js';
import { dossiersText } from '../joined/dossiers.js';
import { joinedLimit, listLimit } from './operations.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import { fieldName, parameterIndexOf, type RecordAlertsOptions, recordAlerts, wireName } from './recorded-alerts.js';
import type { RecordedStatement } from './recorded-statements.js';

// The best handler that can be written by hand: node:http without a framework, and everything that makes Rampart fast:
// its statements, its pipelined reads on one connection, its reader of text arrays and its V8 flags. Rows become the
// objects of the response, which JSON.stringify writes. It has no authentication and no limits.

type Values = Record<string, unknown>;
type ReadyResponse = { status: number; body: string };

interface BestHandlerOptions extends RecordAlertsOptions {
  readonly databaseUrl: string;
}

const options = readOptions<BestHandlerOptions>();
const connection = { url: options.databaseUrl };
const reads = new PipelinedReads(() => openPool(connection, { max: 1 }));
const sql: Sql = withPipelinedReads(openPool(connection, { max: 9 }), reads);
const statements = await recordAlerts(options);
const page = await prepareStatement(statements.page, wireName);
const total = await prepareStatement(statements.total, wireName);
const one = await prepareStatement(statements.one, wireName);
const joined = await prepareStatement(statements.joined, fieldName);
const dossiers = await prepareStatement({ text: dossiersText, parameters: [[options.alertId]] }, (column) => column);
const idOfOne = parameterIndexOf(statements.one, options.alertId);
setV8Flags();

const server = createServer((request, response) => {
  void respond(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  serveUntilParentExits(`http://127.0.0.1:${address.port}`);
});

async function respond({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await responseTo(url);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

async function responseTo(url: string): Promise<ReadyResponse> {
  if (url === '/joined') return await joinedResponse();
  if (url === `/alerts?limit=${listLimit}`) return await listResponse();
  const [, id] = /^\/alerts\/([\da-f-]{36})$/.exec(url) ?? [];
  if (id !== undefined) return await oneResponse(id);
  return { status: 404, body: '{"detail":"Not Found"}' };
}

/** Creates the response with the page of alerts. The page size is the limit in the recorded statement. */
async function listResponse(): Promise<ReadyResponse> {
  const [alerts, totals] = await Promise.all([page(), total()]);
  for (const alert of alerts) sortEndpoints(alert);
  const count = Object.values(totals[0] ?? {})[0];
  return { status: 200, body: JSON.stringify({ alerts, total: count, limit: listLimit, offset: 0 }) };
}

async function oneResponse(id: string): Promise<ReadyResponse> {
  const [alert] = await one({ index: idOfOne, value: id });
  if (alert === undefined) return { status: 404, body: JSON.stringify({ detail: `Alert ${id} not found` }) };
  return { status: 200, body: JSON.stringify(sortEndpoints(alert)) };
}

async function joinedResponse(): Promise<ReadyResponse> {
  // The statement selects one row after the page, which shows whether there is a next page.
  const rows = (await joined()).slice(0, joinedLimit);
  const found = await dossiers({ index: 0, value: rows.map(({ id }) => String(id)) });
  const byAlert = new Map(found.map(({ alertId, ...dossier }) => [alertId, dossier]));
  const nodes = rows.map(({ id, severity, status, endpointId, attackProb, lastSeenEpoch }) => {
    const lastSeen = new Date(Number(lastSeenEpoch) * 1000).toISOString();
    return { id, severity, status, endpointId, attackProb, lastSeen, dossier: byAlert.get(id) ?? null };
  });
  return { status: 200, body: JSON.stringify({ data: { alerts: { nodes } } }) };
}

/** Sorts the related endpoints of an alert, because the statements return them unsorted. */
function sortEndpoints(alert: Values): Values {
  alert.related_endpoints = sortedDistinct(alert.related_endpoints as string[]);
  return alert;
}

/** Prepares a statement. The returned function runs it, optionally with another value for one of its parameters. */
async function prepareStatement(
  { text, parameters }: RecordedStatement,
  nameOf: (column: string) => string,
): Promise<(replacement?: { index: number; value: Parameter }) => Promise<Values[]>> {
  const mapRow = compileRowMapper((await columnsOf(text)).map(nameOf));
  // The same driver accepted the parameters when they were recorded.
  const recorded = parameters as readonly Parameter[];
  return async (replacement) => {
    const values = replacement === undefined ? recorded : recorded.with(replacement.index, replacement.value);
    return (await executeStatement(sql, { text, values, mapRow })) as Values[];
  };
}

/** Compiles a function that creates a row with an object literal, as handwritten code does. */
function compileRowMapper(names: readonly string[]): MapRow {
  const members = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return new Function('values', `return { ${members.join(', ')} };`) as MapRow;
}

async function columnsOf(text: string): Promise<string[]> {
  const client = postgres({ ...options.connection, max: 1 });
  try {
    const { columns } = await client.unsafe(text).describe();
    return columns.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
