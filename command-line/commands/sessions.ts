import type { Command } from 'commander';
import { type Session, Sessions } from '../../gateway/sessions/index.js';
import { type Column, printJson, printRows } from '../output.js';
import { withPlatform } from '../platform.js';

export function addSessionsCommands(sessions: Command): void {
  sessions
    .command('list')
    .description('List open sessions, most recently used first.')
    .option('--json', 'print JSON')
    .action(listSessions);
  sessions
    .command('revoke')
    .description(
      'Revoke a session, or all sessions of a person or token. All servers reject revoked sessions within 5 seconds.',
    )
    .argument('<id-or-name>', 'id of a session, or the name of a person or token')
    .option('--json', 'print JSON')
    .action(revokeSessions);
}

async function listSessions({ json = false }: { json?: boolean }): Promise<void> {
  const rows = await withPlatform((platform) => new Sessions(platform).list(), { access: 'read' });
  if (json) printJson(rows.map(sessionFields));
  else printRows({ rows, columns, json: false });
}

async function revokeSessions(idOrName: string, { json }: { json?: boolean }): Promise<void> {
  const revoked = await withPlatform((platform) => new Sessions(platform).revoke(idOrName));
  if (json) printJson(revoked.map(sessionFields));
  else for (const { id, name } of revoked) process.stdout.write(`revoked ${id} of ${name}\n`);
}

const columns: Column<Session>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'TENANTS', value: ({ tenants }) => tenants?.join(', ') ?? 'all' },
  { title: 'FROM', value: ({ sourceAddress }) => sourceAddress },
  { title: 'CREATED', value: ({ createdAt }) => formatTime(createdAt) },
  { title: 'LAST USED', value: ({ lastUsedAt }) => formatTime(lastUsedAt) },
  { title: 'EXPIRES', value: ({ expiresAt }) => formatTime(expiresAt) },
];

/** Formats a session for output. Times are ISO 8601. */
function sessionFields({ id, name, role, tenants, tenantId, sourceAddress, provider, ...times }: Session): object {
  return {
    ...{ id, name, role, tenants, tenantId, sourceAddress, provider },
    createdAt: formatTime(times.createdAt),
    lastUsedAt: formatTime(times.lastUsedAt),
    idleExpiresAt: formatTime(times.idleExpiresAt),
    expiresAt: formatTime(times.expiresAt),
  };
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
