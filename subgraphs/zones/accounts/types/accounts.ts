import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../platform/graph/index.js';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { AccountAction, AccountInterface, AccountStatus, SubscriptionStatus, Tier } from '../vocabulary.js';
import './account-enums.js';

@ObjectType('AccountSubscription', { simpleResolvers: true, description: 'The subscription of an account.' })
export class AccountSubscription {
  @Field(() => Tier, { description: 'What it allows.' })
  tier!: Tier;

  @Field(() => SubscriptionStatus, { description: 'Whether it is in force.' })
  status!: SubscriptionStatus;

  @Field(() => GraphQLDateTime, { description: 'When it began. Monthly quotas are counted from this day.' })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends, exclusive.' })
  expiresAt!: Date;
}

@ObjectType('QueryQuota', { simpleResolvers: true, description: 'What is left of an account’s queries.' })
export class QueryQuota {
  @Field(() => Int, { description: 'Queries in one period.' })
  limit!: number;

  @Field(() => Int, { description: 'Queries of this period.' })
  used!: number;

  @Field(() => Int, { description: 'Queries that are left.' })
  remaining!: number;

  @Field(() => GraphQLDateTime, { description: 'When the next period begins; of a trial: when it ends.' })
  resetsAt!: Date;

  @Field(() => Int, { description: 'Seconds from now until then, rounded up.' })
  resetsInSeconds!: number;
}

@ObjectType('ApiKey', { simpleResolvers: true, description: 'An active API key. The key itself is never shown again.' })
export class ApiKey {
  @Field(() => String, { description: 'Unique among the active keys of its account.' })
  name!: string;

  @Field(() => String, { description: 'First characters of the key, to tell keys apart.' })
  prefix!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends, whatever the subscription does.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was used last, to the minute; null: never.' })
  lastUsedAt!: Date | null;
}

@ObjectType('AccountEvent', { simpleResolvers: true, description: 'Something that happened to an account.' })
export class AccountEvent {
  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  at!: Date;

  @Field(() => AccountAction, { description: 'What it was.' })
  action!: AccountAction;

  @Field(() => String, { description: 'Who did it, as the gateway knows them.' })
  caller!: string;

  @Field(() => AccountInterface, { description: 'Interface that it came through.' })
  via!: AccountInterface;

  @Field(() => String, { nullable: true, description: 'The key that it was about; null when it was about none.' })
  keyName!: string | null;

  @Field(() => Tier, { nullable: true, description: 'The tier that was set; null when none was.' })
  tier!: Tier | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the key or the subscription was to end; null when it was about neither.',
  })
  expiresAt!: Date | null;
}

@ObjectType('Account', { simpleResolvers: true, description: 'An account of the domain zone feed.' })
export class Account {
  @Field(() => ID, { description: 'UUID of the account.' })
  id!: string;

  @Field(() => String, { description: 'As it was registered; names that differ only in case are the same.' })
  username!: string;

  @Field(() => String, { description: 'E-mail address.' })
  email!: string;

  @Field(() => Boolean, {
    description:
      'Whether a mail that was sent to this address has been answered; true for accounts older than this field.',
  })
  emailConfirmed!: boolean;

  @Field(() => AccountStatus, { description: 'Where it stands.' })
  status!: AccountStatus;

  @Field(() => GraphQLDateTime, { description: 'When it was registered.' })
  createdAt!: Date;

  @Field(() => AccountSubscription, { nullable: true, description: 'Null until the account is approved.' })
  subscription!: AccountSubscription | null;

  @Field(() => QueryQuota, { nullable: true, description: 'Null without a subscription in force.' })
  quota!: QueryQuota | null;
}

@InputType('AccountFilter', { description: 'Which accounts to list. Fields that are given all have to hold.' })
export class AccountFilter {
  @Field(() => AccountStatus, { nullable: true, description: 'Only accounts that stand here.' })
  status?: AccountStatus | null;

  @Field(() => Tier, {
    nullable: true,
    description: 'Only accounts with a subscription of this tier, also expired ones.',
  })
  tier?: Tier | null;

  @Field(() => String, {
    nullable: true,
    description: `Only accounts whose name or e-mail address contains this text, whatever its case; at most ${maxCharacters.search} characters.`,
  })
  search?: string | null;
}

@ObjectType('AccountEdge', { simpleResolvers: true, description: 'An account and its place in the list.' })
export class AccountEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => Account, { description: 'The account.' })
  node!: Account;
}

@ObjectType('AccountConnection', { simpleResolvers: true, description: 'A page of accounts, the newest first.' })
export class AccountConnection {
  @Field(() => [AccountEdge], { description: 'Accounts with their cursors.' })
  edges!: AccountEdge[];

  @Field(() => [Account], { description: 'The accounts alone.' })
  nodes!: Account[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;
}
