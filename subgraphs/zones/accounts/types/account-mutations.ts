import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../../platform/input-limits.js';
import { AccountStatus, Tier } from '../vocabulary.js';
import { Account } from './accounts.js';
import { Mail } from './mails.js';

@InputType('RegisterAccountInput', { description: 'What a new account is made of.' })
export class RegisterAccountInput {
  @Field(() => String, {
    description:
      '3 to 64 letters, digits, dots, underscores or hyphens; unique in any case; not a reserved name such as `admin`.',
  })
  username!: string;

  @Field(() => String, {
    description: `E-mail address, at most ${maxCharacters.email} characters; unique in any case.`,
  })
  email!: string;

  @Field(() => String, {
    description: `12 to ${maxCharacters.password} characters; none of the most common passwords, and not made of the username, the e-mail address or the name of this service.`,
  })
  password!: string;
}

@ObjectType('RegisterAccountPayload', { simpleResolvers: true, description: 'Result of `registerAccount`.' })
export class RegisterAccountPayload {
  @Field(() => ID, { description: 'UUID of the account.' })
  id!: string;

  @Field(() => String, { description: 'As it was given.' })
  username!: string;

  @Field(() => String, { description: 'As it was given.' })
  email!: string;

  @Field(() => AccountStatus, { description: 'PENDING: an administrator decides.' })
  status!: AccountStatus;
}

@InputType('GenerateApiKeyInput', { description: 'Who wants a key, and which.' })
export class GenerateApiKeyInput {
  @Field(() => String, { description: 'Of the account.' })
  username!: string;

  @Field(() => String, { description: 'Of the account.' })
  password!: string;

  @Field(() => String, {
    description: `1 to ${maxCharacters.name} characters; unique among the active keys of the account.`,
  })
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'For how long, 1 to 365. Not given: 7 in a trial, 365 otherwise.',
  })
  expiresInDays?: number | null;
}

@ObjectType('GenerateApiKeyPayload', { simpleResolvers: true, description: 'Result of `generateApiKey`.' })
export class GenerateApiKeyPayload {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The key, shown this once.' })
  key!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends.' })
  expiresAt!: Date;
}

@InputType('DeleteApiKeyInput', { description: 'Which of the caller’s own keys to delete.' })
export class DeleteApiKeyInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@ObjectType('DeleteApiKeyPayload', { simpleResolvers: true, description: 'Result of `deleteApiKey`.' })
export class DeleteApiKeyPayload {
  @Field(() => String, { description: 'The name of the key that is gone.' })
  name!: string;
}

@InputType('AccountDecisionInput', { description: 'About which account an administrator decides.' })
export class AccountDecisionInput {
  @Field(() => String, { description: 'Its name, in any case.' })
  username!: string;
}

@ObjectType('ApproveAccountPayload', { simpleResolvers: true, description: 'Result of `approveAccount`.' })
export class ApproveAccountPayload {
  @Field(() => Account, { description: 'The account as it is now.' })
  account!: Account;

  @Field(() => Boolean, {
    description: 'True: a trial, a default key and two mails came with it. False: it has back what it had.',
  })
  isFirst!: boolean;
}

@ObjectType('AccountPayload', { simpleResolvers: true, description: 'Result of a change of an account.' })
export class AccountPayload {
  @Field(() => Account, { description: 'The account as it is now.' })
  account!: Account;
}

@InputType('SetSubscriptionInput', { description: 'Tier and end of an account’s subscription.' })
export class SetSubscriptionInput {
  @Field(() => String, { description: 'Name of the account, in any case.' })
  username!: string;

  @Field(() => Tier, { description: 'What it allows from now on. The same tier again is a renewal.' })
  tier!: Tier;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it ends. Not given: 7 days from now for a trial, 365 otherwise. A time that has passed ends it.',
  })
  expiresAt?: Date | null;
}

@InputType('RevokeApiKeyInput', { description: 'Which key of which account to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => String, { description: 'Name of the account, in any case.' })
  username!: string;

  @Field(() => String, { description: 'Name of the key.' })
  name!: string;
}

@InputType('RetryMailInput', { description: 'Which mail to send after all.' })
export class RetryMailInput {
  @Field(() => ID, { description: 'A mail that failed or was dropped.' })
  id!: string;
}

@ObjectType('RetryMailPayload', { simpleResolvers: true, description: 'Result of `retryMail`.' })
export class RetryMailPayload {
  @Field(() => Mail, { description: 'The mail as it is now.' })
  mail!: Mail;
}
