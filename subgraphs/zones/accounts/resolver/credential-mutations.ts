import { Ctx, Resolver } from 'type-graphql';
import { Input, PermittedMutation } from '../../../../platform/graph/index.js';
import type { ZonesContext } from '../../context.js';
import { changePassword, resetPassword } from '../service/change-password.js';
import { confirmEmail } from '../service/confirm-email.js';
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
  @PermittedMutation('accounts.recover', () => PasswordPayload, {
    description:
      'Change the password of an approved account and notify the owner by email. Requires the current password.',
    cost: 200,
  })
  async changePassword(
    @Input(() => ChangePasswordInput, 'Credentials and new password.') input: ChangePasswordInput,
    @Ctx() context: ZonesContext,
  ): Promise<PasswordPayload> {
    return await changePassword(context.dependencies, context, input);
  }

  @PermittedMutation('accounts.recover', () => RequestMailPayload, {
    description:
      'Send an email with a token to reset the password, if a pending or approved account has this address. After 3 requests for the same address in the same clock hour, further requests return the same result but send no email. Requires no authentication.',
    cost: 100,
  })
  async requestPasswordReset(
    @Input(() => RequestMailInput, 'Email address of the account.') input: RequestMailInput,
    @Ctx() context: ZonesContext,
  ): Promise<RequestedMail> {
    return await requestPasswordReset(context.dependencies, context, input);
  }

  @PermittedMutation('accounts.recover', () => PasswordPayload, {
    description:
      'Set a new password with a token from an email and notify the owner by email. This also confirms the email address. Requires no authentication.',
    cost: 100,
  })
  async resetPassword(
    @Input(() => ResetPasswordInput, 'Token and new password.') input: ResetPasswordInput,
    @Ctx() context: ZonesContext,
  ): Promise<PasswordPayload> {
    return await resetPassword(context.dependencies, context, input);
  }

  @PermittedMutation('accounts.register', () => RequestMailPayload, {
    description:
      'Send another email with a confirmation token, if a pending or approved account has this address and has not confirmed it. After 3 requests for the same address in the same clock hour, further requests return the same result but send no email. Requires no authentication.',
    cost: 100,
  })
  async requestEmailConfirmation(
    @Input(() => RequestMailInput, 'Email address of the account.') input: RequestMailInput,
    @Ctx() context: ZonesContext,
  ): Promise<RequestedMail> {
    return await requestEmailConfirmation(context.dependencies, context, input);
  }

  @PermittedMutation('accounts.register', () => ConfirmEmailPayload, {
    description: 'Confirm the email address of an account with a token from an email. Requires no authentication.',
    cost: 10,
  })
  async confirmEmail(
    @Input(() => ConfirmEmailInput, 'Token from the email.') input: ConfirmEmailInput,
    @Ctx() context: ZonesContext,
  ): Promise<ConfirmEmailPayload> {
    return await confirmEmail(context.dependencies, context, input);
  }
}
