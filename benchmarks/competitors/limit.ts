import 'reflect-metadata';
import Fastify, { type FastifyInstance } from 'fastify';
import postgres, { type ParameterOrJSON, type Row, type Sql } from 'postgres';
import { selectDossiers } from '../joined/dossiers.js';
import {
  alertFields,
  joinedAlertsOperation,
  joinedLimit,
  listLimit,
  listOperation,
  oneOperation,
} from './operations.js';
import { answerUntilParentIsGone, readOptions } from './own-process.js';
import { type ConnectionOptions, type RecordedStatement, recordStatements } from './recorded-statements.js';
import { alertListSchema, alertSchema, joinedSchema } from './response-schemas.js';

// "The limit": what a careful programmer writes by hand for these requests and nothing else. The rows come with the names
// of the wire, so that they go to the compiled serializer as they are; the statements are the ones that ours sends.

interface LimitOptions {
  connection: ConnectionOptions;
  /** Some alert's id, with which the statement for one alert is recorded. */
  alertId: string;
}

const options = readOptions<LimitOptions>();
const sql = postgres({ ...options.connection, max: 10, transform: { column: { from: wireName } } });
const joinedSql = postgres({ ...options.connection, max: 10 });
const app = Fastify({ logger: false });
await addList(app);
await addOne(app);
await addJoined(app);
await app.listen({ host: '127.0.0.1', port: 0 });
answerUntilParentIsGone(app.listeningOrigin);

async function addList(scope: FastifyInstance): Promise<void> {
  const statements = await recorded(listOperation, { limit: listLimit });
  const [page, total] = await pageAndTotal(statements);
  const querystring = {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
      offset: { type: 'integer', minimum: 0, default: 0 },
    },
  };
  scope.get<{ Querystring: { limit: number; offset: number } }>(
    '/alerts',
    { schema: { querystring, response: { 200: alertListSchema } } },
    async (request) => {
      const [alerts, counted] = await Promise.all([run(sql, page), run(sql, total)]);
      const { limit, offset } = request.query;
      return { alerts, total: counted[0]?.total, limit, offset };
    },
  );
}

async function addOne(scope: FastifyInstance): Promise<void> {
  const [statement, ...others] = await recorded(oneOperation, { id: options.alertId });
  if (statement === undefined || others.length > 0) throw new Error('one alert takes other than one statement');
  const place = statement.parameters.indexOf(options.alertId);
  if (place === -1) throw new Error('the statement for one alert does not take its id as a parameter');
  scope.get<{ Params: { alertId: string } }>(
    '/alerts/:alertId',
    { schema: { response: { 200: alertSchema } } },
    async (request, reply) => {
      const parameters = statement.parameters.with(place, request.params.alertId);
      const [alert] = await run(sql, { text: statement.text, parameters });
      if (alert === undefined)
        return await reply.code(404).send({ detail: `Alert ${request.params.alertId} not found` });
      return alert;
    },
  );
}

async function addJoined(scope: FastifyInstance): Promise<void> {
  const [statement, ...others] = await recorded(joinedAlertsOperation, { limit: joinedLimit });
  if (statement === undefined || others.length > 0)
    throw new Error('a page without its total takes other than one statement');
  scope.get('/joined', { schema: { response: { 200: joinedSchema } } }, async () => {
    const alerts = await run(joinedSql, statement);
    const dossiers = await selectDossiers(
      joinedSql,
      alerts.map((alert) => alert.id),
    );
    const byAlert = new Map(dossiers.map((dossier) => [dossier.alertId, dossier]));
    for (const alert of alerts) alert.dossier = byAlert.get(alert.id) ?? null;
    return { data: { alertPage: { nodes: alerts } } };
  });
}

function recorded(operation: string, variables: Record<string, unknown>): Promise<RecordedStatement[]> {
  return recordStatements({ connection: options.connection, operation, variables });
}

async function run(pool: Sql, { text, parameters }: RecordedStatement): Promise<Row[]> {
  // The parameters were accepted by this very driver when they were recorded.
  return await pool.unsafe<Row[]>(text, parameters as ParameterOrJSON<never>[], { prepare: true });
}

/** Tells the two statements of the list apart by what they answer. */
async function pageAndTotal(statements: RecordedStatement[]): Promise<[RecordedStatement, RecordedStatement]> {
  const [first, second, ...others] = statements;
  if (first === undefined || second === undefined || others.length > 0) {
    throw new Error(`the list takes ${statements.length} statements; the hand-written handler knows two`);
  }
  const answer = await run(sql, first);
  return Object.hasOwn(answer[0] ?? {}, 'total') ? [second, first] : [first, second];
}

/** The name on the wire of a column that has the name of the graph. */
function wireName(column: string): string {
  return Object.entries(alertFields).find(([, field]) => field === column)?.[0] ?? column;
}
