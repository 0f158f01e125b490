import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../../platform/input-limits.js';

const newPassword = `New password, 12–${maxCharacters.password} characters; not a common password, and not derived from the username, the email address or the name of this service.`;
const revokeKeys = 'Whether to revoke all API keys of the account. Default: false.';

@InputType('ChangePasswordInput', { description: 'Input of `changePassword`.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'Username of the account, case-insensitive.' })
  username!: string;

  @Field(() => String, { description: 'Current password.' })
  password!: string;

  @Field(() => String, { description: `${newPassword} Must differ from the current password.` })
  newPassword!: string;

  @Field(() => Boolean, { nullable: true, description: revokeKeys })
  revokeKeys?: boolean | null;
}

@InputType('ResetPasswordInput', { description: 'Input of `resetPassword`.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'Single-use token from the email, valid for 1 hour.' })
  token!: string;

  @Field(() => String, { description: newPassword })
  newPassword!: string;

  @Field(() => Boolean, { nullable: true, description: revokeKeys })
  revokeKeys?: boolean | null;
}

@ObjectType('PasswordPayload', { description: 'Result of `changePassword` and `resetPassword`.' })
export class PasswordPayload {
  @Field(() => String, { description: 'Username of the account whose password was changed.' })
  username!: string;

  @Field(() => Int, {
    description: 'Number of revoked API keys; 0 if no revocation was requested, or if the account has no active keys.',
  })
  revokedKeys!: number;
}

@InputType('RequestMailInput', { description: 'Input of `requestPasswordReset` and `requestEmailConfirmation`.' })
export class RequestMailInput {
  @Field(() => String, { description: `Email address of an account, at most ${maxCharacters.email} characters.` })
  email!: string;
}

@ObjectType('RequestMailPayload', {
  description:
    'Result of `requestPasswordReset` and `requestEmailConfirmation`; the same whether or not an account has this address.',
})
export class RequestMailPayload {
  @Field(() => String, { description: 'Email address from the input.' })
  email!: string;
}

@InputType('ConfirmEmailInput', { description: 'Input of `confirmEmail`.' })
export class ConfirmEmailInput {
  @Field(() => String, { description: 'Single-use token from the email, valid for 7 days.' })
  token!: string;
}

@ObjectType('ConfirmEmailPayload', { description: 'Result of `confirmEmail`.' })
export class ConfirmEmailPayload {
  @Field(() => String, { description: 'Username of the account whose email address was confirmed.' })
  username!: string;

  @Field(() => String, { description: 'Confirmed email address.' })
  email!: string;
}
