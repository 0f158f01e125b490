import { type Command, Option } from 'commander';
import { type OperatorToken, OperatorTokens } from '../../gateway/authentication/index.js';
import type { OperatorRole } from '../../platform/caller.js';
import { inHouse } from '../house.js';
import { type Column, printJson, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';

interface CreateOptions {
  role: OperatorRole;
  tenant?: string;
  expires?: Date;
  json?: boolean;
}

export function addTokensCommands(tokens: Command): void {
  tokens
    .command('create')
    .description('Make a token. It is shown this once.')
    .argument('<name>', 'what or whom the token is for; unique among the tokens in use')
    .addOption(new Option('--role <role>', 'what it may do').choices(['admin', 'analyst']).default('analyst'))
    .option('--tenant <tenant>', 'the one tenant of an analyst; without: all')
    .option('--expires <time>', 'when it ends, ISO 8601; without: never', parseTime)
    .option('--json', 'print JSON')
    .action(createToken);
  tokens
    .command('list')
    .description('List tokens, the newest first.')
    .option('--all', 'also revoked and expired ones')
    .option('--json', 'print JSON')
    .action(listTokens);
  tokens
    .command('revoke')
    .description('Revoke a token: it is refused everywhere within seconds.')
    .argument('<name>', 'its name or id')
    .option('--json', 'print JSON')
    .action(revokeToken);
}

async function createToken(name: string, options: CreateOptions): Promise<void> {
  const created = await inHouse((house) =>
    new OperatorTokens(house).create({
      name,
      role: options.role,
      tenantId: options.tenant ?? null,
      expiresAt: options.expires,
    }),
  );
  if (options.json) printJson(created);
  else process.stdout.write(`${created.token}\n`);
}

async function listTokens(options: { all?: boolean; json?: boolean }): Promise<void> {
  const now = new Date();
  const rows = await inHouse((house) => new OperatorTokens(house).list(), { access: 'read' });
  printRows({
    rows: options.all ? rows : rows.filter((token) => stateOf(token, now) === 'in use'),
    columns: columns(now),
    json: options.json ?? false,
  });
}

async function revokeToken(name: string, options: { json?: boolean }): Promise<void> {
  const revoked = await inHouse((house) => new OperatorTokens(house).revoke(name));
  if (options.json) printJson(revoked);
  else process.stdout.write(`revoked ${revoked.name} (${revoked.prefix}…)\n`);
}

function columns(now: Date): Column<OperatorToken>[] {
  return [
    { title: 'NAME', value: (token) => token.name },
    { title: 'ROLE', value: (token) => token.role },
    { title: 'TENANT', value: (token) => token.tenantId ?? 'all' },
    { title: 'PREFIX', value: (token) => token.prefix },
    { title: 'CREATED', value: (token) => token.createdAt.toISOString() },
    { title: 'EXPIRES', value: (token) => token.expiresAt?.toISOString() },
    { title: 'STATE', value: (token) => stateOf(token, now) },
  ];
}

function stateOf(token: OperatorToken, now: Date): string {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && token.expiresAt <= now ? 'expired' : 'in use';
}
