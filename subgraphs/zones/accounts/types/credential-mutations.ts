import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../../platform/input-limits.js';

const newPassword = `12 to ${maxCharacters.password} characters; none of the most common passwords, and not made of the username, the e-mail address or the name of this service.`;
const revokeKeys = 'True: all API keys of the account are revoked too. Default: false.';

@InputType('ChangePasswordInput', { description: 'Credentials of an account, and its new password.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'Name of the account, in any case.' })
  username!: string;

  @Field(() => String, { description: 'Present password.' })
  password!: string;

  @Field(() => String, { description: newPassword })
  newPassword!: string;

  @Field(() => Boolean, { nullable: true, description: revokeKeys })
  revokeKeys?: boolean | null;
}

@InputType('ResetPasswordInput', { description: 'Token of a mail, and the new password of its account.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'Single-use token; good for one hour.' })
  token!: string;

  @Field(() => String, { description: newPassword })
  newPassword!: string;

  @Field(() => Boolean, { nullable: true, description: revokeKeys })
  revokeKeys?: boolean | null;
}

@ObjectType('PasswordPayload', { simpleResolvers: true, description: 'Result of a change of a password.' })
export class PasswordPayload {
  @Field(() => String, { description: 'Name of the account.' })
  username!: string;

  @Field(() => Int, { description: 'Number of API keys that were revoked.' })
  revokedKeys!: number;
}

@InputType('RequestMailInput', { description: 'Address that a mail is requested for.' })
export class RequestMailInput {
  @Field(() => String, { description: `E-mail address of an account, at most ${maxCharacters.email} characters.` })
  email!: string;
}

@ObjectType('RequestMailPayload', {
  simpleResolvers: true,
  description: 'Result of a request for a mail; the same whether or not there is an account with this address.',
})
export class RequestMailPayload {
  @Field(() => String, { description: 'Address of the request.' })
  email!: string;
}

@InputType('ConfirmEmailInput', { description: 'Token of the mail that was sent to an address.' })
export class ConfirmEmailInput {
  @Field(() => String, { description: 'Single-use token; good for seven days.' })
  token!: string;
}

@ObjectType('ConfirmEmailPayload', { simpleResolvers: true, description: 'Result of `confirmEmail`.' })
export class ConfirmEmailPayload {
  @Field(() => String, { description: 'Name of the account.' })
  username!: string;

  @Field(() => String, { description: 'Address that is confirmed.' })
  email!: string;
}
