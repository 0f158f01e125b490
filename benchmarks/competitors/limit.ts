import 'reflect-metadata';
import Fastify, { type FastifyInstance } from 'fastify';
import postgres, { type ParameterOrJSON, type Row, type Sql } from 'postgres';
import { sortedDistinct } from '../../platform/sorted-distinct.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { selectDossiers } from '../joined/dossiers.js';
import {
  alertFields,
  joinedAlertsOperation,
  joinedLimit,
  listLimit,
  restListOperation,
  restOneOperation,
} from './operations.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import { type ConnectionOptions, type RecordedStatement, recordStatements } from './recorded-statements.js';
import { alertListSchema, alertSchema, joinedSchema } from './response-schemas.js';

// The upper bound: a handwritten server for these requests only, with the same statements as Rampart. Columns are
// renamed to their names in REST, so the compiled serializer gets the rows unchanged.

interface LimitOptions {
  connection: ConnectionOptions;
  /** Id of an alert, with which the statement for one alert is recorded. */
  alertId: string;
}

interface Page {
  limit: number;
  offset: number;
}

const pageSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: listLimit },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
};

/** Columns whose names differ from those in REST. PostgreSQL names the expression for related endpoints by its kind. */
const otherNames: Readonly<Record<string, string>> = {
  id: 'alert_id',
  array: 'related_endpoints',
};

const options = readOptions<LimitOptions>();
const sql = postgres({ ...options.connection, max: 10, transform: { column: { from: wireName } } });
const joinedSql = postgres({ ...options.connection, max: 10, transform: { column: { from: fieldName } } });
const app = Fastify({ logger: false });
await addList(app);
await addOne(app);
await addJoined(app);
await app.listen({ host: '127.0.0.1', port: 0 });
serveUntilParentExits(app.listeningOrigin);

async function addList(scope: FastifyInstance): Promise<void> {
  const statements = await recorded(restListOperation, { limit: listLimit });
  const [page, total] = await pageAndTotal(statements);
  scope.get<{ Querystring: Page }>(
    '/alerts',
    { schema: { querystring: pageSchema, response: { 200: alertListSchema } } },
    async (request) => {
      const { limit, offset } = request.query;
      const [alerts, counted] = await Promise.all([run(sql, page), run(sql, total)]);
      return { alerts: alerts.map(withSortedEndpoints), total: Object.values(counted[0] ?? {})[0], limit, offset };
    },
  );
}

async function addOne(scope: FastifyInstance): Promise<void> {
  const statement = onlyOne(await recorded(restOneOperation, { id: options.alertId }));
  const runOne = statementWith(sql, statement, options.alertId);
  scope.get<{ Params: { alertId: string } }>(
    '/alerts/:alertId',
    { schema: { response: { 200: alertSchema } } },
    async (request, reply) => {
      const [alert] = await runOne(request.params.alertId);
      if (alert === undefined)
        return await reply.code(404).send({ detail: `Alert ${request.params.alertId} not found` });
      return withSortedEndpoints(alert);
    },
  );
}

async function addJoined(scope: FastifyInstance): Promise<void> {
  const page = onlyOne(await recorded(joinedAlertsOperation, { limit: joinedLimit }));
  scope.get('/joined', { schema: { response: { 200: joinedSchema } } }, async () => {
    // A page of the graph reads one row more, which shows whether there is another page.
    const alerts = (await run(joinedSql, page)).slice(0, joinedLimit);
    const ids = alerts.map((alert) => alert.id);
    const dossiers = await selectDossiers(joinedSql, ids);
    const byAlert = new Map(dossiers.map((dossier) => [dossier.alertId, dossier]));
    for (const alert of alerts) {
      alert.dossier = byAlert.get(alert.id) ?? null;
      alert.lastSeen = new Date(alert.lastSeenEpoch * 1000).toISOString();
    }
    return { data: { alerts: { nodes: alerts } } };
  });
}

/** Turns a recorded statement into a function of the parameter that had this value when it was recorded. */
function statementWith<Value>(
  pool: Sql,
  { text, parameters }: RecordedStatement,
  value: Value,
): (value: Value) => Promise<Row[]> {
  const place = parameters.indexOf(value);
  if (place === -1) throw new Error(`a statement does not accept ${value} as a parameter:\n${text}`);
  return (given) => run(pool, { text, parameters: parameters.with(place, given) });
}

function onlyOne(statements: readonly RecordedStatement[]): RecordedStatement {
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) {
    throw new Error(`a request takes ${statements.length} statements; the hand-written handler expects one`);
  }
  return statement;
}

function recorded(operation: string, variables: Record<string, unknown>): Promise<RecordedStatement[]> {
  return recordStatements({ connection: options.connection, subgraph: alertsSubgraph, operation, variables });
}

async function run(pool: Sql, { text, parameters }: RecordedStatement): Promise<Row[]> {
  // The same driver accepted the parameters when they were recorded. Statements without parameters are prepared too.
  return await pool.unsafe<Row[]>(text, parameters as ParameterOrJSON<never>[], {
    prepare: true,
    ...{ simple: false },
  });
}

/** The two statements of the list. The total has a single column. */
async function pageAndTotal(statements: RecordedStatement[]): Promise<[RecordedStatement, RecordedStatement]> {
  const [first, second, ...others] = statements;
  if (first === undefined || second === undefined || others.length > 0) {
    throw new Error(`the list takes ${statements.length} statements; the hand-written handler expects two`);
  }
  const answer = await run(sql, first);
  return Object.keys(answer[0] ?? {}).length === 1 ? [second, first] : [first, second];
}

/** The statements leave sorting to the server, so the handwritten handler sorts too. */
function withSortedEndpoints(alert: Row): Row {
  alert.related_endpoints = sortedDistinct(alert.related_endpoints);
  return alert;
}

/** The name of a column in REST. */
function wireName(column: string): string {
  return otherNames[column] ?? column;
}

/** The name of a column in the graph. */
function fieldName(column: string): string {
  return Object.entries(alertFields).find(([name]) => name === wireName(column))?.[1] ?? column;
}
