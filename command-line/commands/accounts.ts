import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import {
  type AccountRecord,
  createZoneService,
  type KeyRecord,
  type ZoneService,
} from '../../subgraphs/zones/service.js';
import { inHouse } from '../house.js';
import { type Column, printJson, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';

type Status = AccountRecord['status'];
type Tier = NonNullable<AccountRecord['subscription']>['tier'];
type ListedAccount = AccountRecord & { keys: KeyRecord[] };

interface Output {
  json?: boolean;
}

const statuses: readonly Status[] = ['pending', 'approved', 'rejected', 'suspended'];
const tiers: readonly Tier[] = ['trial', 'basic', 'enterprise'];
const largestPage = 1000;

export function addAccountsCommands(accounts: Command): void {
  accounts
    .command('list')
    .description('List accounts, the newest first, with their active keys.')
    .addOption(new Option('--status <status>', 'only accounts that stand here').choices(statuses))
    .option('--json', 'print JSON')
    .action(list);
  onAccount(accounts, 'approve', {
    description: 'Approve an account: the first time with a trial of seven days and a default key, which is mailed.',
    action: approve,
  }).option('--unconfirmed', 'whether or not the e-mail address is confirmed');
  onAccount(accounts, 'reject', { description: 'Reject an account that waits for approval.', action: reject });
  onAccount(accounts, 'suspend', {
    description: 'Suspend an approved account: its keys are refused at once. Approving it again gives them back.',
    action: suspend,
  });
  onAccount(accounts, 'subscription', {
    description: 'Set tier and end of a subscription. The same tier again is a renewal; keys keep their own end.',
    action: setSubscription,
  })
    .addOption(new Option('--tier <tier>', 'what it allows').choices(tiers).makeOptionMandatory())
    .option(
      '--expires <time>',
      'when it ends, ISO 8601; without: 7 days from now for a trial, 365 otherwise',
      parseTime,
    );
  accounts
    .command('revoke-key')
    .description('Revoke an API key: it is refused at once.')
    .argument('<username>', 'name of the account')
    .argument('<key-name>', 'name of the key')
    .option('--json', 'print JSON')
    .action(revokeKey);
}

function onAccount<Options extends Output>(
  accounts: Command,
  name: string,
  { description, action }: { description: string; action: (username: string, options: Options) => Promise<void> },
): Command {
  return accounts
    .command(name)
    .description(description)
    .argument('<username>', 'name of the account')
    .option('--json', 'print JSON')
    .action(action);
}

async function list({ status, json }: Output & { status?: Status }): Promise<void> {
  const rows = await inHouse((house) => allAccounts(createZoneService(house), status), { access: 'read' });
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
        first: largestPage,
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
  const approval = await inHouse((house) =>
    createZoneService(house).approveAccount(localRequest, { username, allowUnconfirmedEmail: unconfirmed }),
  );
  const { account, isFirst } = approval;
  if (json) printJson(approval);
  else if (isFirst) {
    say(`approved ${account.username}: ${subscriptionOf(account)}; the default key is mailed to ${account.email}`);
  } else say(`approved ${account.username} again: ${subscriptionOf(account)}; its keys are good again`);
}

async function reject(username: string, { json }: Output): Promise<void> {
  const account = await inHouse((house) => createZoneService(house).rejectAccount(localRequest, { username }));
  if (json) printJson(account);
  else say(`rejected ${account.username}`);
}

async function suspend(username: string, { json }: Output): Promise<void> {
  const account = await inHouse((house) => createZoneService(house).suspendAccount(localRequest, { username }));
  if (json) printJson(account);
  else say(`suspended ${account.username}: its keys are refused`);
}

async function setSubscription(
  username: string,
  { tier, expires, json }: Output & { tier: Tier; expires?: Date },
): Promise<void> {
  const account = await inHouse((house) =>
    createZoneService(house).setSubscription(localRequest, { username, tier, expiresAt: expires ?? null }),
  );
  if (json) printJson(account);
  else say(`${account.username}: ${subscriptionOf(account)}`);
}

async function revokeKey(username: string, name: string, { json }: Output): Promise<void> {
  const account = await inHouse((house) =>
    createZoneService(house).revokeKeyOfAccount(localRequest, { username, name }),
  );
  if (json) printJson(account);
  else say(`revoked the key ${name} of ${account.username}`);
}

const columns: Column<ListedAccount>[] = [
  { title: 'USERNAME', value: ({ username }) => username },
  { title: 'EMAIL', value: ({ email }) => email },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'TIER', value: ({ subscription }) => subscription?.tier },
  { title: 'UNTIL', value: ({ subscription }) => subscription?.expiresAt.toISOString() },
  { title: 'QUERIES', value: ({ quota }) => quota && `${quota.used} of ${quota.limit}` },
  { title: 'CREATED', value: ({ createdAt }) => createdAt.toISOString() },
  { title: 'KEYS', value: ({ keys }) => keys.map(({ name }) => name).join(', ') },
];

function subscriptionOf({ subscription }: AccountRecord): string {
  if (subscription === null) return 'no subscription';
  const { tier, status, expiresAt } = subscription;
  return `${tier}, ${status === 'active' ? 'until' : 'expired'} ${expiresAt.toISOString()}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
