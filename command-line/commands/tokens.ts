import { type Command, Option } from 'commander';
import { defaultLifetimeDays, OperatorTokens } from '../../gateway/authentication/index.js';
import type { OperatorToken } from '../../platform/access.js';
import { type OperatorRole, operatorRoles } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { dayMs } from '../../platform/durations.js';
import { daysUntil, formatDays, tokenExpiryWarningDays } from '../doctor/expiry.js';
import { integerBetween } from '../number-options.js';
import { type Column, printJson, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withPlatform } from '../platform.js';
import { collectValues } from '../repeatable-option.js';

interface ExpirationOptions {
  expires?: Date;
  expiresInDays?: number;
  neverExpires?: boolean;
  json?: boolean;
}

interface CreateOptions extends ExpirationOptions {
  role: OperatorRole;
  tenant?: string[];
}

const maxLifeDays = 3650;

export function addTokensCommands(tokens: Command): void {
  const create = tokens
    .command('create')
    .description('Create a token. It is shown only once.')
    .argument('<name>', 'name of the token; unique among active tokens')
    .addOption(
      new Option(
        '--role <role>',
        'admin: everything; analyst: read and change; viewer: read; ingest: import inferences',
      )
        .choices(operatorRoles)
        .default('analyst'),
    )
    .addOption(
      new Option(
        '--tenant <tenant>',
        'tenant to which an analyst, viewer or ingest token is restricted; repeatable; default: all tenants',
      ).argParser(collectValues),
    );
  addExpirationOptions(create, { none: `; default: ${defaultLifetimeDays}` })
    .option('--json', 'print JSON')
    .action(createToken);
  const expire = tokens
    .command('expire')
    .description(
      'Change the expiration time of a token. If the time is in the past, all servers reject the token within 5 seconds.',
    )
    .argument('<name>', 'name or id of the token');
  addExpirationOptions(expire, { none: '' }).option('--json', 'print JSON').action(expireToken);
  tokens
    .command('list')
    .description('List tokens, newest first.')
    .option('--all', 'include revoked and expired tokens')
    .option('--json', 'print JSON')
    .action(listTokens);
  tokens
    .command('revoke')
    .description('Revoke a token. All servers reject it within 5 seconds.')
    .argument('<name>', 'name or id of the token')
    .option('--json', 'print JSON')
    .action(revokeToken);
}

/** Adds the options for the expiration of a token. */
function addExpirationOptions(command: Command, defaults: { none: string }): Command {
  return command
    .addOption(
      new Option('--expires-in-days <days>', `days until the token expires, 1–${maxLifeDays}${defaults.none}`)
        .argParser(integerBetween(1, maxLifeDays))
        .conflicts(['expires', 'neverExpires']),
    )
    .addOption(
      new Option('--expires <time>', 'expiration time, ISO 8601').argParser(parseTime).conflicts('neverExpires'),
    )
    .option('--never-expires', 'no expiration');
}

async function createToken(name: string, options: CreateOptions): Promise<void> {
  const created = await withPlatform((platform) =>
    new OperatorTokens(platform).create({
      name,
      role: options.role,
      tenantId: null,
      tenants: options.tenant ?? null,
      ...expiryOf(options, platform.clock.now()),
    }),
  );
  if (options.json) printJson(created);
  else process.stdout.write(`${created.token}\n`);
}

function expiryOf(
  { expires, expiresInDays, neverExpires }: ExpirationOptions,
  now: number,
): { expiresAt?: Date | null } {
  if (neverExpires) return { expiresAt: null };
  if (expiresInDays !== undefined) return { expiresAt: new Date(now + expiresInDays * dayMs) };
  return expires === undefined ? {} : { expiresAt: expires };
}

async function expireToken(name: string, options: ExpirationOptions): Promise<void> {
  const changed = await withPlatform(async (platform) => {
    const { expiresAt } = expiryOf(options, platform.clock.now());
    if (expiresAt === undefined) {
      const message = 'The expiration time is missing: add --expires TIME, --expires-in-days DAYS or --never-expires';
      throw new DomainError('BAD_USER_INPUT', message);
    }
    return await new OperatorTokens(platform).setExpiration({ id: name, expiresAt });
  });
  if (options.json) printJson(changed);
  else process.stdout.write(`${changed.name} (${changed.prefix}…) ${describeExpiration(changed)}\n`);
}

function describeExpiration({ expiresAt }: OperatorToken): string {
  return expiresAt === null ? 'never expires' : `expires at ${expiresAt.toISOString()}`;
}

async function listTokens(options: { all?: boolean; json?: boolean }): Promise<void> {
  const now = new Date();
  const rows = await withPlatform((platform) => new OperatorTokens(platform).list(), { access: 'read' });
  printRows({
    rows: options.all ? rows : rows.filter((token) => isInUse(token, now)),
    columns: columns(now),
    json: options.json,
  });
}

async function revokeToken(name: string, options: { json?: boolean }): Promise<void> {
  const revoked = await withPlatform((platform) => new OperatorTokens(platform).revoke(name));
  if (options.json) printJson(revoked);
  else process.stdout.write(`revoked ${revoked.name} (${revoked.prefix}…)\n`);
}

function columns(now: Date): Column<OperatorToken>[] {
  return [
    { title: 'NAME', value: (token) => token.name },
    { title: 'ROLE', value: (token) => token.role },
    { title: 'TENANT', value: ({ tenants }) => tenants?.join(', ') ?? 'all' },
    { title: 'PREFIX', value: (token) => token.prefix },
    { title: 'CREATED', value: (token) => token.createdAt.toISOString() },
    { title: 'EXPIRES', value: (token) => token.expiresAt?.toISOString() ?? 'never' },
    { title: 'STATE', value: (token) => stateOf(token, now) },
  ];
}

function stateOf(token: OperatorToken, now: Date): string {
  if (token.revokedAt !== null) return 'revoked';
  if (!isInUse(token, now)) return 'expired';
  if (token.expiresAt === null) return 'active';
  const days = daysUntil(token.expiresAt.getTime(), now.getTime());
  return days < tokenExpiryWarningDays ? `active, expires in ${formatDays(days)}` : 'active';
}

function isInUse({ revokedAt, expiresAt }: OperatorToken, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
