import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { AuditInterface, connectionType, Node } from '../../../../platform/graph/index.js';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { AccountAction, AccountStatus, SubscriptionStatus, Tier } from '../vocabulary.js';
import './account-enums.js';

@ObjectType('AccountSubscription', { description: 'Tier and period of the subscription of an account.' })
export class AccountSubscription {
  @Field(() => Tier, {
    description:
      'Tier, which determines the quotas, the maximum page size, the readable history and the permitted searches.',
  })
  tier!: Tier;

  @Field(() => SubscriptionStatus, { description: '`ACTIVE` before `expiresAt`, `EXPIRED` from then on.' })
  status!: SubscriptionStatus;

  @Field(() => GraphQLDateTime, {
    description:
      'Start of the subscription. Each monthly quota period starts on the same day of the month and at the same time (UTC), or on the last day of a shorter month.',
  })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'End of the subscription, exclusive.' })
  expiresAt!: Date;
}

@ObjectType('QueryQuota', {
  description: 'Query quota of an account in the current period: a month, or the whole trial.',
})
export class QueryQuota {
  @Field(() => Int, {
    description:
      'Maximum number of queries in the period: 100 for the whole trial; per month, 1000 in the basic tier and 10000 in the enterprise tier.',
  })
  limit!: number;

  @Field(() => Int, { description: 'Number of queries counted in this period. Only the first page of a list counts.' })
  used!: number;

  @Field(() => Int, { description: 'Number of queries remaining in this period.' })
  remaining!: number;

  @Field(() => GraphQLDateTime, { description: 'Start of the next period; for a trial, the end of the trial.' })
  resetsAt!: Date;

  @Field(() => Int, { description: 'Seconds until the quota resets, rounded up; at least 1.' })
  resetsInSeconds!: number;
}

@ObjectType('ApiKey', {
  description:
    'An active API key: it is not deleted, revoked or expired. Only the response that generated the key, or the approval email, contains its secret.',
})
export class ApiKey {
  @Field(() => String, { description: 'Name of the key; unique among the active keys of the account.' })
  name!: string;

  @Field(() => String, {
    description:
      'First characters of the key, for identification: `zf_live_` and 4 more; for a default key, only `zf_live_` until the email with the key is sent.',
  })
  prefix!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Expiration time, exclusive; independent of the subscription.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of last use, with a precision of one minute; null if never used.',
  })
  lastUsedAt!: Date | null;
}

@ObjectType('AccountEvent', {
  description: 'An audit log entry about the registration, approval status, subscription or API keys of an account.',
})
export class AccountEvent {
  @Field(() => GraphQLDateTime, { description: 'Time of the event.' })
  at!: Date;

  @Field(() => AccountAction, { description: 'What happened to the account.' })
  action!: AccountAction;

  @Field(() => String, {
    description:
      'Name of the caller who caused the event; for a caller without a name, the kind of the caller, such as `anonymous`.',
  })
  caller!: string;

  @Field(() => AuditInterface, { description: 'Interface through which the caller made the change.' })
  via!: AuditInterface;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the generated, deleted or revoked API key; null for other events.',
  })
  keyName!: string | null;

  @Field(() => Tier, {
    nullable: true,
    description: 'New tier of the subscription; null for events that do not set a tier.',
  })
  tier!: Tier | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Expiration time of the generated key or of the subscription; null for other events.',
  })
  expiresAt!: Date | null;
}

@ObjectType('Account', {
  implements: Node,
  description: 'An account of the domain zone feed.',
})
@Directive('@key(fields: "id")')
export class Account extends Node {
  @Field(() => ID, { description: 'UUID of the account, as in the REST service and the audit log.' })
  uuid!: string;

  @Field(() => String, { description: 'Username as registered; unique, case-insensitive.' })
  username!: string;

  @Field(() => String, { description: 'Email address; unique, case-insensitive.' })
  email!: string;

  @Field(() => Boolean, {
    description:
      'Whether the email address is confirmed; also true for accounts registered before confirmation was introduced.',
  })
  emailConfirmed!: boolean;

  @Field(() => AccountStatus, { description: 'Approval status, independent of the status of the subscription.' })
  status!: AccountStatus;

  @Field(() => GraphQLDateTime, { description: 'Time of registration.' })
  createdAt!: Date;

  @Field(() => AccountSubscription, {
    nullable: true,
    description: 'Subscription of the account; null before the first approval.',
  })
  subscription!: AccountSubscription | null;

  @Field(() => QueryQuota, {
    nullable: true,
    description: 'Query quota in the current period; null without an active subscription.',
  })
  quota!: QueryQuota | null;
}

@InputType('AccountFilter', {
  description:
    'Filter for accounts. An account matches if it matches every field. Null and omitted fields do not filter.',
})
export class AccountFilter {
  @Field(() => AccountStatus, { nullable: true, description: 'Approval status. Null: all statuses.' })
  status?: AccountStatus | null;

  @Field(() => Tier, {
    nullable: true,
    description: 'Tier of the subscription, whether or not it has expired. Null: all tiers.',
  })
  tier?: Tier | null;

  @Field(() => String, {
    nullable: true,
    description: `Substring of the username or email address, case-insensitive; at most ${maxCharacters.search} characters. Null or empty: all accounts.`,
  })
  search?: string | null;
}

export const AccountConnection = connectionType(Account, {
  name: 'Account',
  node: 'account',
  description: 'A page of accounts, newest first.',
});
