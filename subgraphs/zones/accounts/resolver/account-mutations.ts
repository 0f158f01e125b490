import { Arg, Ctx, Directive, Mutation, Resolver } from 'type-graphql';
import type { ZonesContext } from '../../context.js';
import type { AccountRecord } from '../service/account-record.js';
import {
  type Approval,
  approveAccount,
  rejectAccount,
  revokeKeyOfAccount,
  setSubscription,
  suspendAccount,
} from '../service/administer.js';
import { deleteOwnKey, type GeneratedKey, generateKey } from '../service/keys.js';
import { type MailRecord, retryMail } from '../service/read-mails.js';
import { type RegisteredAccount, registerAccount } from '../service/register.js';
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
  @Mutation(() => RegisterAccountPayload, { description: 'Makes an account that waits for approval. Open to anybody.' })
  @Directive('@cost(weight: 100)')
  async registerAccount(
    @Arg('input', () => RegisterAccountInput, { description: 'Whose account.' }) input: RegisterAccountInput,
    @Ctx() context: ZonesContext,
  ): Promise<RegisteredAccount> {
    return await registerAccount(context.dependencies, context, input);
  }

  @Mutation(() => GenerateApiKeyPayload, { description: 'Makes an API key for whoever knows the password.' })
  @Directive('@cost(weight: 100)')
  async generateApiKey(
    @Arg('input', () => GenerateApiKeyInput, { description: 'Whose key, its name, and the password.' })
    input: GenerateApiKeyInput,
    @Ctx() context: ZonesContext,
  ): Promise<GeneratedKey> {
    return await generateKey(context.dependencies, context, input);
  }

  @Mutation(() => DeleteApiKeyPayload, { description: 'Deletes one of the caller’s own API keys.' })
  @Directive('@cost(weight: 10)')
  async deleteApiKey(
    @Arg('input', () => DeleteApiKeyInput, { description: 'Which key.' }) input: DeleteApiKeyInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ name: string }> {
    return await deleteOwnKey(context.dependencies, context, input);
  }

  @Mutation(() => ApproveAccountPayload, {
    description:
      'Approves an account: the first time with a trial of seven days, a default key and two mails; one that was suspended gets back what it had. For administrators.',
  })
  @Directive('@cost(weight: 10)')
  async approveAccount(
    @Arg('input', () => AccountDecisionInput, { description: 'Which account.' }) input: AccountDecisionInput,
    @Arg('allowUnconfirmedEmail', () => Boolean, {
      nullable: true,
      description: 'True: whether or not the e-mail address is confirmed. Default: false.',
    })
    allowUnconfirmedEmail: boolean | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<Approval> {
    return await approveAccount(context.dependencies, context, { username: input.username, allowUnconfirmedEmail });
  }

  @Mutation(() => AccountPayload, { description: 'Rejects an account that waits for approval. For administrators.' })
  @Directive('@cost(weight: 10)')
  async rejectAccount(
    @Arg('input', () => AccountDecisionInput, { description: 'Which account.' }) input: AccountDecisionInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await rejectAccount(context.dependencies, context, input) };
  }

  @Mutation(() => AccountPayload, {
    description: 'Suspends an approved account: its keys are refused from the next request on. For administrators.',
  })
  @Directive('@cost(weight: 10)')
  async suspendAccount(
    @Arg('input', () => AccountDecisionInput, { description: 'Which account.' }) input: AccountDecisionInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await suspendAccount(context.dependencies, context, input) };
  }

  @Mutation(() => AccountPayload, {
    description:
      'Sets the subscription of an account that was approved once. Its keys keep their own expiry. For administrators.',
  })
  @Directive('@cost(weight: 10)')
  async setSubscription(
    @Arg('input', () => SetSubscriptionInput, { description: 'Which account, and its subscription.' }) {
      username,
      tier,
      expiresAt,
    }: SetSubscriptionInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await setSubscription(context.dependencies, context, { username, tier, expiresAt }) };
  }

  @Mutation(() => AccountPayload, {
    description: 'Revokes an API key of an account; it is refused from the next request on. For administrators.',
  })
  @Directive('@cost(weight: 10)')
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput, { description: 'Which key of which account.' }) input: RevokeApiKeyInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ account: AccountRecord }> {
    return { account: await revokeKeyOfAccount(context.dependencies, context, input) };
  }

  @Mutation(() => RetryMailPayload, {
    description: 'Has a mail that failed or was dropped sent after all. For administrators.',
  })
  @Directive('@cost(weight: 10)')
  async retryMail(
    @Arg('input', () => RetryMailInput, { description: 'Which mail.' }) input: RetryMailInput,
    @Ctx() context: ZonesContext,
  ): Promise<{ mail: MailRecord }> {
    return { mail: await retryMail(context.dependencies, context, input) };
  }
}
