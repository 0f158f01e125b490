import { execute, parse } from 'graphql';
import postgres, { type Options } from 'postgres';
import { anonymous } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { loadConfiguration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import type { SubgraphDefinition } from '../../platform/subgraph.js';

export type ConnectionOptions = Options<Record<string, never>>;

export interface RecordedStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export interface Recording {
  readonly connection: ConnectionOptions;
  readonly subgraph: SubgraphDefinition;
  readonly operation: string;
  readonly variables: Record<string, unknown>;
}

/**
 * Records the statements that a subgraph sends for an operation. The reference competitors send the same statements.
 */
export async function recordStatements(options: Recording): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  const sql = postgres({
    ...options.connection,
    max: 1,
    // The driver passes all parameters as one argument.
    debug: (_connection, text, [parameters = []]) => statements.push({ text, parameters: [...parameters] }),
  });
  try {
    await sql`select 1`; // The first statement triggers the driver's own statements.
    statements.length = 0;
    const result = await execute({
      ...createSubgraph(sql, options),
      document: parse(options.operation),
      variableValues: options.variables,
    });
    if (result.errors?.[0] !== undefined) throw result.errors[0];
    return statements;
  } finally {
    await sql.end();
  }
}

function createSubgraph(sql: postgres.Sql, { subgraph: definition }: Recording) {
  const platform = {
    configuration: loadConfiguration({ environment: {}, workingDirectory: '/' }),
    database: createReadOnlyDatabase(sql),
    clock: systemClock,
    log: silentLog,
  };
  const subgraph = definition.create(platform);
  const request = {
    caller: anonymous,
    via: 'rest',
    signal: new AbortController().signal,
    requestId: '',
    sourceAddress: '127.0.0.1',
  } as const;
  return { schema: subgraph.schema, contextValue: subgraph.createContext(request) };
}

const readOnly = (): Promise<never> => Promise.reject(new Error('the benchmarks are read-only'));

/** Creates the read-only database of the subgraph on a separate connection pool. */
export function createReadOnlyDatabase(sql: postgres.Sql): Database {
  return {
    sql,
    connection: { url: '' },
    ready: () => true,
    untilReady: async () => {},
    guard: async (work) => await work(sql),
    read: async (_request, work) => await work(sql),
    aggregate: async (_signal, work) => await work(sql),
    transaction: readOnly,
    dedicatedTransaction: readOnly,
    reserved: { guard: async (work) => await work(sql) },
    urgent: { guard: async (work) => await work(sql), transaction: readOnly },
    close: async () => {},
  };
}
