import 'reflect-metadata';
import Fastify, { type FastifyInstance } from 'fastify';
import postgres, { type ParameterOrJSON, type Row, type Sql } from 'postgres';
import { sortedDistinct } from '../../platform/database/sorted-distinct.js';
import { selectDossiers } from '../joined/dossiers.js';
import { joinedLimit, listLimit } from './operations.js';
import { readOptions, serveUntilParentExits } from './own-process.js';
import { fieldName, parameterIndexOf, type RecordAlertsOptions, recordAlerts, wireName } from './recorded-alerts.js';
import type { RecordedStatement } from './recorded-statements.js';
import { alertListSchema, alertSchema, joinedSchema } from './response-schemas.js';

// The upper bound: a handwritten server for these requests only, with the same statements as Rampart. Columns are
// renamed to their names in REST, so the compiled serializer receives the rows unchanged.

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

const options = readOptions<RecordAlertsOptions>();
const sql = postgres({ ...options.connection, max: 10, transform: { column: { from: wireName } } });
const joinedSql = postgres({ ...options.connection, max: 10, transform: { column: { from: fieldName } } });
const statements = await recordAlerts(options);
const app = Fastify({ logger: false });
addList(app);
addOne(app);
addJoined(app);
await app.listen({ host: '127.0.0.1', port: 0 });
serveUntilParentExits(app.listeningOrigin);

function addList(scope: FastifyInstance): void {
  const { page, total } = statements;
  scope.get<{ Querystring: Page }>(
    '/alerts',
    { schema: { querystring: pageSchema, response: { 200: alertListSchema } } },
    async (request) => {
      const { limit, offset } = request.query;
      const [alerts, totals] = await Promise.all([run(sql, page), run(sql, total)]);
      return { alerts: alerts.map(sortEndpoints), total: Object.values(totals[0] ?? {})[0], limit, offset };
    },
  );
}

function addOne(scope: FastifyInstance): void {
  const runOne = bindStatement(sql, statements.one, options.alertId);
  scope.get<{ Params: { alertId: string } }>(
    '/alerts/:alertId',
    { schema: { response: { 200: alertSchema } } },
    async (request, reply) => {
      const [alert] = await runOne(request.params.alertId);
      if (alert === undefined)
        return await reply.code(404).send({ detail: `Alert ${request.params.alertId} not found` });
      return sortEndpoints(alert);
    },
  );
}

function addJoined(scope: FastifyInstance): void {
  scope.get('/joined', { schema: { response: { 200: joinedSchema } } }, async () => {
    // The statement selects one row after the page, which shows whether there is a next page.
    const alerts = (await run(joinedSql, statements.joined)).slice(0, joinedLimit);
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

/** Converts a recorded statement to a function of one parameter, which had the value `value` in the recording. */
function bindStatement<Value>(pool: Sql, statement: RecordedStatement, value: Value): (value: Value) => Promise<Row[]> {
  const { text, parameters } = statement;
  const index = parameterIndexOf(statement, value);
  return (args) => run(pool, { text, parameters: parameters.with(index, args) });
}

async function run(pool: Sql, { text, parameters }: RecordedStatement): Promise<Row[]> {
  // The same driver accepted the parameters when they were recorded. Statements without parameters are prepared too.
  return await pool.unsafe<Row[]>(text, parameters as ParameterOrJSON<never>[], {
    prepare: true,
    ...{ simple: false },
  });
}

/** Sorts the related endpoints of an alert, because the statements return them unsorted. */
function sortEndpoints(alert: Row): Row {
  alert.related_endpoints = sortedDistinct(alert.related_endpoints);
  return alert;
}
