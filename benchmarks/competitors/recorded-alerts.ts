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

export interface RecordAlertsOptions {
  readonly connection: ConnectionOptions;
  /** Id of the alert that the recorded statement for one alert selects. */
  readonly alertId: string;
}

/**
 * REST names of columns that have other names in the statements. `array` is the default name of PostgreSQL for the
 * expression of related endpoints.
 */
const renamedColumns: Readonly<Record<string, string>> = {
  id: 'alert_id',
  array: 'related_endpoints',
};

export async function recordAlerts({ connection, alertId }: RecordAlertsOptions): Promise<RecordedAlerts> {
  const recorded = (operation: string, variables: Record<string, unknown>): Promise<RecordedStatement[]> =>
    recordStatements({ connection, subgraph: alertsSubgraph, operation, variables });
  return {
    ...pageAndTotal(await recorded(restListOperation, { limit: listLimit })),
    one: singleStatement(await recorded(restOneOperation, { id: alertId })),
    joined: singleStatement(await recorded(joinedAlertsOperation, { limit: joinedLimit })),
  };
}

/** Returns the REST name of a column. */
export function wireName(column: string): string {
  return renamedColumns[column] ?? column;
}

/** Returns the name of a column in the graph. */
export function fieldName(column: string): string {
  return Object.entries(alertFields).find(([name]) => name === wireName(column))?.[1] ?? column;
}

/**
 * The index of the parameter that had this value when the statement was recorded.
 * @throws {Error} if no parameter had this value
 */
export function parameterIndexOf({ text, parameters }: RecordedStatement, value: unknown): number {
  const index = parameters.indexOf(value);
  if (index === -1) throw new Error(`no parameter of a recorded statement has the value ${value}:\n${text}`);
  return index;
}

function singleStatement(statements: readonly RecordedStatement[]): RecordedStatement {
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) {
    throw new Error(`a request executes ${statements.length} statements; the handwritten handlers expect one`);
  }
  return statement;
}

/** Identifies the two statements of the list. Only the statement that selects the page has parameters. */
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
