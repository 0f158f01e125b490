import { Arg, Ctx, Resolver } from 'type-graphql';
import { Input, keyOfNodeId, PermittedMutation } from '../../../../platform/graph/index.js';
import type { ZonesContext } from '../../context.js';
import {
  type Approval,
  approveAccount,
  rejectAccount,
  revokeKeyOfAccount,
  setSubscription,
  suspendAccount,
} from '../service/administer.js';
import { deleteOwnKey, generateKey } from '../service/keys.js';
import type { AccountRecord } from '../service/read-accounts.js';
import { type MailRecord, retryMail } from '../service/read-mails.js';
import { registerAccount } from '../service/register.js';
import {
  AccountDecisionInput,
  AccountPayload,
  ApproveAccountPayload,
  DeleteApiKeyInput,
  DeleteApiKeyPayload,
  GenerateApiKeyInput,
  GenerateApiKeyPayload,
  RegisterAccountInput,
  RegisterAccountPayload,
  RetryMailInput,
  RetryMailPayload,
  RevokeApiKeyInput,
  SetSubscriptionInput,
} from '../types/index.js';

@Resolver()
export class AccountMutationResolver {
  @PermittedMutation('accounts.register', () => RegisterAccountPayload, {
    description:
      'Register an account, which awaits approval by an administrator. Sends an email with a confirmation token if `[zones] email_confirmation` is `required`, or if it is `auto` (the default) and `[mail] smtp_url` is set. Requires no authentication.',
    cost: 100,
  })
  async registerAccount(
    @Input(() => RegisterAccountInput, 'Username, email address and password.') input: RegisterAccountInput,
    @Ctx() context: ZonesContext,
  ): Promise<RegisterAccountPayload> {
    return await registerAccount(context.dependencies, context, input);
  }

  @PermittedMutation('keys.generate', () => GenerateApiKeyPayload, {
    description:
      'Generate an API key for an approved account, which can have at most 100 active keys. Requires the password of the account.',
    cost: 100,
  })
  async generateApiKey(
    @Input(() => GenerateApiKeyInput, 'Username and password of the account, and name and lifetime of the key.')
    input: GenerateApiKeyInput,
    @Ctx() context: ZonesContext,
  ): Promise<GenerateApiKeyPayload> {
    return await generateKey(context.dependencies, context, input);
  }

  @PermittedMutation('keys.delete', () => DeleteApiKeyPayload, {
    description: 'Delete an API key of the calling account. The key is rejected from the next request on.',
    cost: 10,
  })
  async deleteApiKey(
    @Input(() => DeleteApiKeyInput, 'Name of the key.') input: DeleteApiKeyInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ name: string }> {
    return await deleteOwnKey(context.dependencies, context, input);
  }

  @PermittedMutation('accounts.manage', () => ApproveAccountPayload, {
    description:
      'Approve a pending, rejected or suspended account. The first approval starts a 7-day trial, creates a default API key and sends two emails, one of them with the key; a later approval lifts a suspension. Requires the role `admin`.',
    cost: 10,
  })
  async approveAccount(
    @Input(() => AccountDecisionInput, 'Username of the account.') input: AccountDecisionInput,
    @Arg('allowUnconfirmedEmail', () => Boolean, {
      nullable: true,
      description:
        'Whether to approve the account even if `[zones] email_confirmation` requires a confirmed email address and the address is not confirmed. Default: false.',
    })
    allowUnconfirmedEmail: boolean | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<Approval> {
    return await approveAccount(context.dependencies, context, { username: input.username, allowUnconfirmedEmail });
  }

  @PermittedMutation('accounts.manage', () => AccountPayload, {
    description: 'Reject an account that awaits approval. Requires the role `admin`.',
    cost: 10,
  })
  async rejectAccount(
    @Input(() => AccountDecisionInput, 'Username of the account.') input: AccountDecisionInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await rejectAccount(context.dependencies, context, input) };
  }

  @PermittedMutation('accounts.manage', () => AccountPayload, {
    description:
      'Suspend an approved account: its API keys are rejected from the next request on. Requires the role `admin`.',
    cost: 10,
  })
  async suspendAccount(
    @Input(() => AccountDecisionInput, 'Username of the account.') input: AccountDecisionInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await suspendAccount(context.dependencies, context, input) };
  }

  @PermittedMutation('accounts.manage', () => AccountPayload, {
    description:
      'Set the subscription of an account that has been approved at least once. The expiration times of its API keys do not change. Requires the role `admin`.',
    cost: 10,
  })
  async setSubscription(
    @Input(() => SetSubscriptionInput, 'Account, tier and end of the subscription.') {
      username,
      tier,
      expiresAt,
    }: SetSubscriptionInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await setSubscription(context.dependencies, context, { username, tier, expiresAt }) };
  }

  @PermittedMutation('accounts.manage', () => AccountPayload, {
    description:
      'Revoke an API key of an account. The key is rejected from the next request on. Requires the role `admin`.',
    cost: 10,
  })
  async revokeApiKey(
    @Input(() => RevokeApiKeyInput, 'Account and name of the key.') input: RevokeApiKeyInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await revokeKeyOfAccount(context.dependencies, context, input) };
  }

  @PermittedMutation('mails.retry', () => RetryMailPayload, {
    description: 'Queue a failed or dropped email again, with a new retry period of 5 days. Requires the role `admin`.',
    cost: 10,
  })
  async retryMail(
    @Input(() => RetryMailInput, 'Global id of the email.') input: RetryMailInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ mail: MailRecord }> {
    const [id = ''] = keyOfNodeId(input.id, { type: 'Mail', parts: 1 });
    return { mail: await retryMail(context.dependencies, context, { id }) };
  }
}
