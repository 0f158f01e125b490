import type { Executor } from './statement.js';

/** TCP keepalive settings, with which PostgreSQL detects after 30 seconds that the host of a client lost power. */
const keepaliveSettings = { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/**
 * Makes PostgreSQL end the session soon if the host of this process loses power, because the locks of the session would
 * otherwise remain for up to two hours. For sessions that hold locks for which others wait. Has no effect on Unix
 * sockets. Not a parameter of the connection, which PgBouncer would reject.
 * @param scope whether the settings end with the transaction or with the session
 */
export async function detectLostClient(executor: Executor, scope: 'transaction' | 'session'): Promise<void> {
  const set = scope === 'transaction' ? 'set local' : 'set';
  const statements = Object.entries(keepaliveSettings).map(([name, value]) => `${set} ${name} = ${value}`);
  await executor.unsafe(statements.join('; '));
}
