import type postgres from 'postgres';

/** The error for a connection pooler that is configured in a way that does not work with Rampart. */
export class UnsuitablePoolerError extends Error {
  override readonly name = 'UnsuitablePoolerError';
}

/**
 * Number of rounds of the check. With transaction pooling, one round may not detect the pooling if another client of
 * the pooler takes a session in between; several rounds almost certainly do.
 */
const rounds = 3;

/**
 * Verifies that each connection has its own PostgreSQL session, which notifications (LISTEN), the job queue,
 * prepared statements and the lock of migrations require.
 * @param connect opens a pool with the startup parameters of all pools
 * @throws {UnsuitablePoolerError} for a pooler with transaction or statement pooling, or one that rejects startup
 * parameters
 */
export async function assertSessionPooling(connect: () => postgres.Sql): Promise<void> {
  const clients = [connect(), connect()] as const;
  try {
    const sessions = [new Set<number>(), new Set<number>()] as const;
    for (let round = 0; round < rounds; round++) {
      for (const index of [0, 1] as const) sessions[index].add(await sessionOf(clients[index]));
    }
    const all = new Set([...sessions[0], ...sessions[1]]);
    if (all.size !== clients.length || sessions.some(({ size }) => size !== 1)) {
      throw new UnsuitablePoolerError(
        'the database URL points to a connection pooler with transaction or statement pooling, but Rampart requires a session for each ' +
          'connection: set pool_mode = session in PgBouncer, or connect to PostgreSQL directly',
      );
    }
  } finally {
    await Promise.all(clients.map((sql) => sql.end({ timeout: 2 })));
  }
}

/** The process ID of the PostgreSQL session that executes an unprepared statement. */
async function sessionOf(sql: postgres.Sql): Promise<number> {
  try {
    const [row] = await sql.unsafe<[{ pid: number }]>('select pg_backend_pid() as pid');
    return row.pid;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('unsupported startup parameter')) throw error;
    throw new UnsuitablePoolerError(
      `the connection pooler of the database URL reports "${error.message}": set ignore_startup_parameters = statement_timeout in PgBouncer`,
    );
  }
}
