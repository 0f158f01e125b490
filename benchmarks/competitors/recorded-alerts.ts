import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import {
  alertFields,
  joinedAlertsOperation,
  joinedLimit,
  listLimit,
  restListOperation,
  restOneOperation,
} from './operations.js';
import { type ConnectionOptions, type RecordedStatement, recordStatements } from './recorded-statements.js';

/** The statements that the alerts subgraph sends for the requests of the suites. */
export interface RecordedAlerts {
  readonly page: RecordedStatement;
  readonly total: RecordedStatement;
  readonly one: RecordedStatement;
  readonly joined: RecordedStatement;
}

export interface AlertsToRecord {
  readonly connection: ConnectionOptions;
  /** Id of an alert, with which the statement for one alert is recorded. */
  readonly alertId: string;
}

/** Columns whose names differ from those in REST. PostgreSQL names the expression for related endpoints by its kind. */
const renamedColumns: Readonly<Record<string, string>> = {
  id: 'alert_id',
  array: 'related_endpoints',
};

export async function recordAlerts({ connection, alertId }: AlertsToRecord): Promise<RecordedAlerts> {
  const recorded = (operation: string, variables: Record<string, unknown>): Promise<RecordedStatement[]> =>
    recordStatements({ connection, subgraph: alertsSubgraph, operation, variables });
  return {
    ...pageAndTotal(await recorded(restListOperation, { limit: listLimit })),
    one: singleStatement(await recorded(restOneOperation, { id: alertId })),
    joined: singleStatement(await recorded(joinedAlertsOperation, { limit: joinedLimit })),
  };
}

/** The name of a column in REST. */
export function wireName(column: string): string {
  return renamedColumns[column] ?? column;
}

/** The name of a column in the graph. */
export function fieldName(column: string): string {
  return Object.entries(alertFields).find(([name]) => name === wireName(column))?.[1] ?? column;
}

/** The index of the parameter that had this value when the statement was recorded. */
export function parameterIndexOf({ text, parameters }: RecordedStatement, value: unknown): number {
  const index = parameters.indexOf(value);
  if (index === -1) throw new Error(`a statement does not accept ${value} as a parameter:\n${text}`);
  return index;
}

function singleStatement(statements: readonly RecordedStatement[]): RecordedStatement {
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) {
    throw new Error(`a request executes ${statements.length} statements; the handwritten handlers expect one`);
  }
  return statement;
}

/** The two statements of the list. Only the page has parameters. */
function pageAndTotal(statements: readonly RecordedStatement[]): Pick<RecordedAlerts, 'page' | 'total'> {
  const [first, second, ...others] = statements;
  if (first === undefined || second === undefined || others.length > 0) {
    throw new Error(`the list executes ${statements.length} statements; the handwritten handlers expect two`);
  }
  return isTotal(first) ? { page: second, total: first } : { page: first, total: second };
}

function isTotal({ text }: RecordedStatement): boolean {
  return !/\blimit\b/i.test(text);
}
