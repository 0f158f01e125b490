import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { After, First, keyOfNodeId, nodeId, PermittedQuery, pageListSize } from '../../../../platform/graph/index.js';
import type { ZonesContext } from '../../context.js';
import type { KeyRecord } from '../repository/keys.js';
import type { AccountRecord } from '../service/read-accounts.js';
import {
  type AccountConnectionRecord,
  type AccountEventRecord,
  accountsByIds,
  countListedAccounts,
  eventsOfAccounts,
  keysOfAccounts,
  listAccounts,
  readAccount,
  readViewer,
} from '../service/read-accounts.js';
import {
  countListedMails,
  listMails,
  type MailConnectionRecord,
  type MailRecord,
  mailsByIds,
} from '../service/read-mails.js';
import {
  Account,
  AccountConnection,
  AccountEvent,
  AccountFilter,
  ApiKey,
  Mail,
  MailConnection,
  Viewer,
} from '../types/index.js';
import { MailStatus } from '../vocabulary.js';

/** Resolves a global id; null if there is no such account. */
export async function accountReference({ id }: { id: string }, context: ZonesContext): Promise<AccountRecord | null> {
  const [uuid = ''] = keyOfNodeId(id, { type: 'Account', parts: 1 });
  return await context
    .loader('account', (ids: string[]) => accountsByIds(context.dependencies, context, ids))
    .load(uuid);
}

/** Resolves a global id; null if there is no such email. */
export async function mailReference({ id }: { id: string }, context: ZonesContext): Promise<MailRecord | null> {
  const [uuid = ''] = keyOfNodeId(id, { type: 'Mail', parts: 1 });
  return await context.loader('mail', (ids: string[]) => mailsByIds(context.dependencies, context, ids)).load(uuid);
}

@Resolver(() => Viewer)
class ViewerAccountResolver {
  @FieldResolver(() => Account, {
    nullable: true,
    description: 'Account that the API key of the request belongs to; null for callers without an account.',
  })
  async account(@Ctx() context: ZonesContext): Promise<AccountRecord | null> {
    if (context.caller.kind !== 'account') return null;
    return await readViewer(context.dependencies, context);
  }
}

@Resolver(() => Account)
class AccountResolver {
  @PermittedQuery('zones.read', () => Account, {
    nullable: true,
    description: 'Return the account that the API key of the request belongs to; null for operators.',
  })
  @Directive('@inaccessible')
  async ownAccount(@Ctx() context: ZonesContext): Promise<AccountRecord | null> {
    return await readViewer(context.dependencies, context);
  }

  @PermittedQuery('accounts.list', () => Account, {
    nullable: true,
    description: 'Return one account; null if it does not exist. Requires the role `admin`.',
  })
  async account(
    @Arg('username', () => String, { description: 'Username of the account, case-insensitive.' }) username: string,
    @Ctx() context: ZonesContext,
  ): Promise<AccountRecord | null> {
    return await readAccount(context.dependencies, context, { username });
  }

  @PermittedQuery('accounts.list', () => AccountConnection, {
    description: 'List accounts, newest first. Requires the role `admin`.',
  })
  @Directive(pageListSize)
  async accounts(
    @Arg('filter', () => AccountFilter, { nullable: true, description: 'Filter; default: all accounts.' })
    filter: AccountFilter | null | undefined,
    @First('accounts') first: number | null | undefined,
    @After('accounts') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<AccountConnectionRecord> {
    return await listAccounts(context.dependencies, context, { filter, first, after });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() account: AccountRecord): string {
    return nodeId('Account', account.id);
  }

  @FieldResolver(() => ID, { description: 'UUID of the account, as in the REST service and the audit log.' })
  uuid(@Root() account: AccountRecord): string {
    return account.id;
  }

  @FieldResolver(() => [ApiKey], { description: 'Active API keys, sorted by name.' })
  @Directive('@listSize(assumedSize: 5)')
  async keys(@Root() account: AccountRecord, @Ctx() context: ZonesContext): Promise<KeyRecord[]> {
    return await context
      .loader('account.keys', (ids: string[]) => keysOfAccounts(context.dependencies, context, ids))
      .load(account.id);
  }

  @FieldResolver(() => [AccountEvent], {
    description: 'Events of the account, newest first. Requires the role `admin`.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async events(
    @Root() account: AccountRecord,
    @First('events', { defaultValue: 20 }) first: number,
    @Ctx() context: ZonesContext,
  ): Promise<AccountEventRecord[]> {
    return await context
      .loader(
        'account.events',
        (accountIds: string[]) => eventsOfAccounts(context.dependencies, context, { accountIds, first }),
        first,
      )
      .load(account.id);
  }
}

@Resolver(() => AccountConnection)
class AccountConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching accounts on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() connection: AccountConnectionRecord, @Ctx() context: ZonesContext): Promise<number> {
    return await countListedAccounts(context.dependencies, context, connection.criteria);
  }
}

@Resolver(() => Mail)
class MailResolver {
  @PermittedQuery('mails.read', () => MailConnection, {
    description: 'List the emails in the outbox, newest first. Requires the role `admin`.',
  })
  @Directive(pageListSize)
  async mails(
    @Arg('status', () => MailStatus, {
      nullable: true,
      description: 'Only emails with this status. Default: all emails.',
    })
    status: MailStatus | null | undefined,
    @First('emails') first: number | null | undefined,
    @After('emails') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<MailConnectionRecord> {
    return await listMails(context.dependencies, context, { status, first, after });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() mail: MailRecord): string {
    return nodeId('Mail', mail.id);
  }

  @FieldResolver(() => ID, { description: 'UUID of the email; the Message-ID header starts with this UUID.' })
  uuid(@Root() mail: MailRecord): string {
    return mail.id;
  }
}

@Resolver(() => MailConnection)
class MailConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching emails on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() { status }: MailConnectionRecord, @Ctx() context: ZonesContext): Promise<number> {
    return await countListedMails(context.dependencies, context, { status });
  }
}

export const accountResolvers = [
  AccountResolver,
  AccountConnectionResolver,
  ViewerAccountResolver,
  MailResolver,
  MailConnectionResolver,
];
