import { Arg, Ctx, Directive, Mutation, Resolver } from 'type-graphql';
import type { ZonesContext } from '../../context.js';
import { type ChangedPassword, changePassword, resetPassword } from '../service/change-password.js';
import { type ConfirmedEmail, confirmEmail } from '../service/confirm-email.js';
import { type RequestedMail, requestEmailConfirmation, requestPasswordReset } from '../service/request-mail.js';
import {
  ChangePasswordInput,
  ConfirmEmailInput,
  ConfirmEmailPayload,
  PasswordPayload,
  RequestMailInput,
  RequestMailPayload,
  ResetPasswordInput,
} from '../types/index.js';

@Resolver()
export class CredentialMutationResolver {
  @Mutation(() => PasswordPayload, {
    description: 'Changes the password of an account with its present one, and tells its owner by mail.',
  })
  @Directive('@cost(weight: 200)')
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'Credentials and the new password.' })
    input: ChangePasswordInput,
    @Ctx() context: ZonesContext,
  ): Promise<ChangedPassword> {
    return await changePassword(context.dependencies, context, input);
  }

  @Mutation(() => RequestMailPayload, {
    description:
      'Mails a token to choose a new password, if there is an account with this address; at most 3 mails an hour. Open to anybody.',
  })
  @Directive('@cost(weight: 100)')
  async requestPasswordReset(
    @Arg('input', () => RequestMailInput, { description: 'Address of the account.' }) input: RequestMailInput,
    @Ctx() context: ZonesContext,
  ): Promise<RequestedMail> {
    return await requestPasswordReset(context.dependencies, context, input);
  }

  @Mutation(() => PasswordPayload, {
    description: 'Sets a new password with a token that was mailed, which confirms the address too.',
  })
  @Directive('@cost(weight: 100)')
  async resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'Token and the new password.' }) input: ResetPasswordInput,
    @Ctx() context: ZonesContext,
  ): Promise<ChangedPassword> {
    return await resetPassword(context.dependencies, context, input);
  }

  @Mutation(() => RequestMailPayload, {
    description:
      'Mails the token that confirms an address again, if an account has not confirmed it; at most 3 mails an hour. Open to anybody.',
  })
  @Directive('@cost(weight: 100)')
  async requestEmailConfirmation(
    @Arg('input', () => RequestMailInput, { description: 'Address of the account.' }) input: RequestMailInput,
    @Ctx() context: ZonesContext,
  ): Promise<RequestedMail> {
    return await requestEmailConfirmation(context.dependencies, context, input);
  }

  @Mutation(() => ConfirmEmailPayload, {
    description: 'Confirms the address of an account with the token that was mailed to it.',
  })
  @Directive('@cost(weight: 10)')
  async confirmEmail(
    @Arg('input', () => ConfirmEmailInput, { description: 'Token of the mail.' }) input: ConfirmEmailInput,
    @Ctx() context: ZonesContext,
  ): Promise<ConfirmedEmail> {
    return await confirmEmail(context.dependencies, context, input);
  }
}
