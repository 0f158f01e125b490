import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import {
  type AccountRecord,
  createZoneService,
  type KeyRecord,
  type ZoneService,
} from '../../subgraphs/zones/service.js';
import { type Column, printJson, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withPlatform } from '../platform.js';

type Status = AccountRecord['status'];
type Tier = NonNullable<AccountRecord['subscription']>['tier'];
type ListedAccount = AccountRecord & { keys: KeyRecord[] };

interface Output {
  json?: boolean;
}

const statuses: readonly Status[] = ['pending', 'approved', 'rejected', 'suspended'];
const tiers: readonly Tier[] = ['trial', 'basic', 'enterprise'];
const maxPageSize = 1000;

export function addAccountsCommands(accounts: Command): void {
  accounts
    .command('list')
    .description('List accounts with their active keys, newest first.')
    .addOption(new Option('--status <status>', 'only accounts with this status').choices(statuses))
    .option('--json', 'print JSON')
    .action(list);
  addAccountCommand(accounts, 'approve', {
    description: 'Approve an account. The first approval starts a trial of 7 days and sends a default key by email.',
    action: approve,
  }).option('--unconfirmed', 'approve even if the email address is not confirmed');
  addAccountCommand(accounts, 'reject', { description: 'Reject a pending account.', action: reject });
  addAccountCommand(accounts, 'suspend', {
    description: 'Suspend an approved account. Its keys stop working immediately; approving it again restores them.',
    action: suspend,
  });
  addAccountCommand(accounts, 'subscription', {
    description:
      'Set the tier and the end of a subscription. Specifying the current tier renews it; the expiration of keys is unchanged.',
    action: setSubscription,
  })
    .addOption(new Option('--tier <tier>', 'tier of the subscription').choices(tiers).makeOptionMandatory())
    .option(
      '--expires <time>',
      'end of the subscription, ISO 8601; default: in 7 days for a trial, in 365 days otherwise',
      parseTime,
    );
  accounts
    .command('revoke-key')
    .description('Revoke an API key. It stops working immediately.')
    .argument('<username>', 'username of the account')
    .argument('<key-name>', 'name of the key')
    .option('--json', 'print JSON')
    .action(revokeKey);
}

function addAccountCommand<Options extends Output>(
  accounts: Command,
  name: string,
  { description, action }: { description: string; action: (username: string, options: Options) => Promise<void> },
): Command {
  return accounts
    .command(name)
    .description(description)
    .argument('<username>', 'username of the account')
    .option('--json', 'print JSON')
    .action(action);
}

async function list({ status, json }: Output & { status?: Status }): Promise<void> {
  const rows = await withPlatform((platform) => allAccounts(createZoneService(platform), status), { access: 'read' });
  printRows({ rows, columns, json: json ?? false });
}

async function allAccounts(service: ZoneService, status: Status | undefined): Promise<ListedAccount[]> {
  const listed: ListedAccount[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: Awaited<ReturnType<ZoneService['listAccounts']>> = await service.listAccounts(
      localRequest,
      {
        filter: { status: status ?? null },
        first: maxPageSize,
        after,
      },
    );
    const keys = await service.keysOfAccounts(
      localRequest,
      nodes.map(({ id }) => id),
    );
    listed.push(...nodes.map((account, index) => ({ ...account, keys: keys[index] ?? [] })));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return listed;
}

async function approve(
  username: string,
  { unconfirmed = false, json }: Output & { unconfirmed?: boolean },
): Promise<void> {
  const approval = await withPlatform((platform) =>
    createZoneService(platform).approveAccount(localRequest, { username, allowUnconfirmedEmail: unconfirmed }),
  );
  const { account, isFirst } = approval;
  if (json) printJson(approval);
  else if (isFirst) {
    printLine(`approved ${account.username}: ${subscriptionOf(account)}; the default key is sent to ${account.email}`);
  } else printLine(`approved ${account.username} again: ${subscriptionOf(account)}; its keys are valid again`);
}

async function reject(username: string, { json }: Output): Promise<void> {
  const account = await withPlatform((platform) =>
    createZoneService(platform).rejectAccount(localRequest, { username }),
  );
  if (json) printJson(account);
  else printLine(`rejected ${account.username}`);
}

async function suspend(username: string, { json }: Output): Promise<void> {
  const account = await withPlatform((platform) =>
    createZoneService(platform).suspendAccount(localRequest, { username }),
  );
  if (json) printJson(account);
  else printLine(`suspended ${account.username}: its keys are rejected`);
}

async function setSubscription(
  username: string,
  { tier, expires, json }: Output & { tier: Tier; expires?: Date },
): Promise<void> {
  const account = await withPlatform((platform) =>
    createZoneService(platform).setSubscription(localRequest, { username, tier, expiresAt: expires ?? null }),
  );
  if (json) printJson(account);
  else printLine(`${account.username}: ${subscriptionOf(account)}`);
}

async function revokeKey(username: string, name: string, { json }: Output): Promise<void> {
  const account = await withPlatform((platform) =>
    createZoneService(platform).revokeKeyOfAccount(localRequest, { username, name }),
  );
  if (json) printJson(account);
  else printLine(`revoked the key ${name} of ${account.username}`);
}

const columns: Column<ListedAccount>[] = [
  { title: 'USERNAME', value: ({ username }) => username },
  { title: 'EMAIL', value: ({ email }) => email },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'TIER', value: ({ subscription }) => subscription?.tier },
  { title: 'EXPIRES', value: ({ subscription }) => subscription?.expiresAt.toISOString() },
  { title: 'QUERIES', value: ({ quota }) => quota && `${quota.used} of ${quota.limit}` },
  { title: 'CREATED', value: ({ createdAt }) => createdAt.toISOString() },
  { title: 'KEYS', value: ({ keys }) => keys.map(({ name }) => name).join(', ') },
];

function subscriptionOf({ subscription }: AccountRecord): string {
  if (subscription === null) return 'no subscription';
  const { tier, status, expiresAt } = subscription;
  return `${tier}, ${status === 'active' ? 'until' : 'expired'} ${expiresAt.toISOString()}`;
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
