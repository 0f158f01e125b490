import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../../platform/connection.js';
import type { ZonesContext } from '../../context.js';
import type { AccountRecord } from '../service/account-record.js';
import {
  type AccountConnectionRecord,
  type AccountEventRecord,
  countListedAccounts,
  eventsOfAccounts,
  type KeyRecord,
  keysOfAccounts,
  listAccounts,
  readAccount,
  readViewer,
} from '../service/read-accounts.js';
import { listMails, type MailRecord } from '../service/read-mails.js';
import { Account, AccountConnection, AccountEvent, AccountFilter, ApiKey, MailConnection } from '../types/index.js';
import { MailStatus } from '../vocabulary.js';

const pages =
  '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';

@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, {
    nullable: true,
    description: 'The account whose API key the request bears; null for operators, who have none.',
  })
  async viewer(@Ctx() context: ZonesContext): Promise<AccountRecord | null> {
    return await readViewer(context.dependencies, context);
  }

  @Query(() => Account, { nullable: true, description: 'One account; null when there is none. For administrators.' })
  async account(
    @Arg('username', () => String, { description: 'Its name, in any case.' }) username: string,
    @Ctx() context: ZonesContext,
  ): Promise<AccountRecord | null> {
    return await readAccount(context.dependencies, context, { username });
  }

  @Query(() => AccountConnection, { description: 'Accounts, the newest first. For administrators.' })
  @Directive(pages)
  async accounts(
    @Arg('filter', () => AccountFilter, { nullable: true, description: 'Which accounts.' })
    filter: AccountFilter | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<AccountConnectionRecord> {
    return await listAccounts(context.dependencies, context, { filter, first, after });
  }

  @Query(() => MailConnection, { description: 'The outbox, the newest mail first. For administrators.' })
  @Directive(pages)
  async mails(
    @Arg('status', () => MailStatus, { nullable: true, description: 'Only mails that stand here.' })
    status: MailStatus | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<MailRecord>> {
    return await listMails(context.dependencies, context, { status, first, after });
  }

  @FieldResolver(() => [ApiKey], { description: 'Its active keys, by name.' })
  @Directive('@listSize(assumedSize: 5)')
  async keys(@Root() account: Account, @Ctx() context: ZonesContext): Promise<KeyRecord[]> {
    return await context
      .loader('account.keys', (ids: string[]) => keysOfAccounts(context.dependencies, context, ids))
      .load(account.id);
  }

  @FieldResolver(() => [AccountEvent], {
    description: 'What happened to it and who did it, the newest first. For administrators.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async events(
    @Root() account: Account,
    @Arg('first', () => Int, { defaultValue: 20, description: 'At most so many, 1 to 1000.' }) first: number,
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
export class AccountConnectionResolver {
  @FieldResolver(() => Int, { description: 'Accounts that match, on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() connection: AccountConnectionRecord, @Ctx() context: ZonesContext): Promise<number> {
    return await countListedAccounts(context.dependencies, context, connection.criteria);
  }
}
