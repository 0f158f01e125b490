import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { AccountStatus, Tier } from '../vocabulary.js';
import { Account } from './accounts.js';
import { Mail } from './mails.js';

@InputType('RegisterAccountInput', { description: 'Input of `registerAccount`.' })
export class RegisterAccountInput {
  @Field(() => String, {
    description:
      'Username, 3–64 ASCII letters, digits, dots, underscores or hyphens; unique, case-insensitive; not a reserved name such as `admin`.',
  })
  username!: string;

  @Field(() => String, {
    description: `Email address, at most ${maxCharacters.email} characters; unique, case-insensitive.`,
  })
  email!: string;

  @Field(() => String, {
    description: `Password, 12–${maxCharacters.password} characters; not a common password, and not derived from the username, the email address or the name of this service.`,
  })
  password!: string;
}

@ObjectType('RegisterAccountPayload', { description: 'Result of `registerAccount`.' })
export class RegisterAccountPayload {
  @Field(() => ID, { description: 'UUID of the account, as in the REST service and the audit log.' })
  uuid!: string;

  @Field(() => String, { description: 'Username as registered.' })
  username!: string;

  @Field(() => String, { description: 'Email address as registered.' })
  email!: string;

  @Field(() => AccountStatus, { description: '`PENDING`: the account awaits approval by an administrator.' })
  status!: AccountStatus;
}

@InputType('GenerateApiKeyInput', { description: 'Input of `generateApiKey`.' })
export class GenerateApiKeyInput {
  @Field(() => String, { description: 'Username of the account, case-insensitive.' })
  username!: string;

  @Field(() => String, { description: 'Password of the account.' })
  password!: string;

  @Field(() => String, {
    description: `Name of the key, 1–${maxCharacters.name} characters without control characters; not blank, \`.\` or \`..\`; unique among the active keys of the account.`,
  })
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Lifetime in days, 1–365. Default: 7 in the tier `TRIAL`, 365 otherwise.',
  })
  expiresInDays?: number | null;
}

@ObjectType('GenerateApiKeyPayload', { description: 'Result of `generateApiKey`.' })
export class GenerateApiKeyPayload {
  @Field(() => String, { description: 'Name of the key, as passed in the input.' })
  name!: string;

  @Field(() => String, { description: 'The API key; returned only in this response.' })
  key!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Expiration time, exclusive; independent of the subscription.' })
  expiresAt!: Date;
}

@InputType('DeleteApiKeyInput', { description: 'Input of `deleteApiKey`.' })
export class DeleteApiKeyInput {
  @Field(() => String, { description: 'Name of an active key of the calling account, case-sensitive.' })
  name!: string;
}

@ObjectType('DeleteApiKeyPayload', { description: 'Result of `deleteApiKey`.' })
export class DeleteApiKeyPayload {
  @Field(() => String, { description: 'Name of the deleted key.' })
  name!: string;
}

@InputType('AccountDecisionInput', { description: 'Input of `approveAccount`, `rejectAccount` and `suspendAccount`.' })
export class AccountDecisionInput {
  @Field(() => String, { description: 'Username of the account, case-insensitive.' })
  username!: string;
}

@ObjectType('ApproveAccountPayload', { description: 'Result of `approveAccount`.' })
export class ApproveAccountPayload {
  @Field(() => Account, { description: 'The updated account.' })
  account!: Account;

  @Field(() => Boolean, {
    description:
      'Whether this is the first approval, which starts a trial, creates a default key and sends two emails; false for an approval after a suspension.',
  })
  isFirst!: boolean;
}

@ObjectType('AccountPayload', {
  description: 'Result of `rejectAccount`, `suspendAccount`, `setSubscription` and `revokeApiKey`.',
})
export class AccountPayload {
  @Field(() => Account, { description: 'The updated account.' })
  account!: Account;
}

@InputType('SetSubscriptionInput', { description: 'Input of `setSubscription`.' })
export class SetSubscriptionInput {
  @Field(() => String, { description: 'Username of the account, case-insensitive.' })
  username!: string;

  @Field(() => Tier, {
    description:
      'New tier. Setting the current tier of an active subscription renews the subscription: the start and the used quota do not change. Otherwise, a new subscription starts now with a full quota.',
  })
  tier!: Tier;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'End of the subscription, within 100 years of now; a time in the past ends it immediately. Default: in 7 days for a trial, in 365 days otherwise.',
  })
  expiresAt?: Date | null;
}

@InputType('RevokeApiKeyInput', { description: 'Input of `revokeApiKey`.' })
export class RevokeApiKeyInput {
  @Field(() => String, { description: 'Username of the account, case-insensitive.' })
  username!: string;

  @Field(() => String, { description: 'Name of an active key of the account, case-sensitive.' })
  name!: string;
}

@InputType('RetryMailInput', { description: 'Input of `retryMail`.' })
export class RetryMailInput {
  @Field(() => ID, { description: 'Global id of a failed or dropped email.' })
  id!: string;
}

@ObjectType('RetryMailPayload', { description: 'Result of `retryMail`.' })
export class RetryMailPayload {
  @Field(() => Mail, { description: 'The updated email.' })
  mail!: Mail;
}
