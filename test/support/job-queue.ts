import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';

/** Creates the job queue, as a server does when it starts. */
export async function createQueue({ test }: { readonly test: { readonly url: string } }): Promise<void> {
  const pgPool = new Pool({ connectionString: test.url, max: 1 });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  await runMigrations({ pgPool });
  await pgPool.end();
}
