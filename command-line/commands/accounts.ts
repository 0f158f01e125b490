import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { AccountRecord, KeyRecord, ZoneService } from '../../subgraphs/zones/service.js';
import { allRows } from '../first-rows.js';
import { type Column, type JsonOption, printJson, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withZones } from './with-zones.js';

type Status = AccountRecord['status'];
type Tier = NonNullable<AccountRecord['subscription']>['tier'];
type ListedAccount = AccountRecord & { keys: KeyRecord[] };

const statuses: readonly Status[] = ['pending', 'approved', 'rejected', 'suspended'];
const tiers: readonly Tier[] = ['trial', 'basic', 'enterprise'];

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
    description:
      'Suspend an approved account. Its keys stop working immediately; approving the account again restores them.',
    action: suspend,
  });
  addAccountCommand(accounts, 'subscription', {
    description:
      'Set the tier and the end of a subscription. Specifying the current tier of an active subscription renews it without resetting the used quota; otherwise, a new subscription starts with a full quota. The expiration times of keys are unchanged.',
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

function addAccountCommand<Options extends JsonOption>(
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

async function list({ status, json }: JsonOption & { status?: Status }): Promise<void> {
  const rows = await withZones((zones) => allAccounts(zones, status), { access: 'read' });
  printRows({ rows, columns, json });
}

async function allAccounts(zones: ZoneService, status: Status | undefined): Promise<ListedAccount[]> {
  const filter = { status: status ?? null };
  const accounts = await allRows((page) => zones.listAccounts(localRequest, { filter, ...page }));
  const ids = accounts.map(({ id }) => id);
  const keys = await zones.keysOfAccounts(localRequest, ids);
  return accounts.map((account, index) => ({ ...account, keys: keys[index] ?? [] }));
}

async function approve(
  username: string,
  { unconfirmed = false, json }: JsonOption & { unconfirmed?: boolean },
): Promise<void> {
  const input = { username, allowUnconfirmedEmail: unconfirmed };
  const approval = await withZones((zones) => zones.approveAccount(localRequest, input));
  const { account, isFirst } = approval;
  if (json) printJson(approval);
  else if (isFirst) {
    printLine(`approved ${account.username}: ${subscriptionOf(account)}; the default key is sent to ${account.email}`);
  } else printLine(`approved ${account.username} again: ${subscriptionOf(account)}; its keys are valid again`);
}

async function reject(username: string, { json }: JsonOption): Promise<void> {
  const account = await withZones((zones) => zones.rejectAccount(localRequest, { username }));
  if (json) printJson(account);
  else printLine(`rejected ${account.username}`);
}

async function suspend(username: string, { json }: JsonOption): Promise<void> {
  const account = await withZones((zones) => zones.suspendAccount(localRequest, { username }));
  if (json) printJson(account);
  else printLine(`suspended ${account.username}: its keys are rejected`);
}

async function setSubscription(
  username: string,
  { tier, expires, json }: JsonOption & { tier: Tier; expires?: Date },
): Promise<void> {
  const input = { username, tier, expiresAt: expires ?? null };
  const account = await withZones((zones) => zones.setSubscription(localRequest, input));
  if (json) printJson(account);
  else printLine(`${account.username}: ${subscriptionOf(account)}`);
}

async function revokeKey(username: string, name: string, { json }: JsonOption): Promise<void> {
  const account = await withZones((zones) => zones.revokeKeyOfAccount(localRequest, { username, name }));
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
