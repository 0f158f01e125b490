import { useState } from 'react';
import {
  type AccountStatus,
  ApproveAccountDocument,
  RejectAccountDocument,
  RevokeApiKeyDocument,
  SetSubscriptionDocument,
  SuspendAccountDocument,
  type Tier,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { CheckboxField, optionsOf, SelectField } from '../shared/fields.js';

interface AccountActionsProps {
  readonly username: string;
  readonly status: AccountStatus;
  readonly emailConfirmed: boolean;
}

const subscriptionTiers = ['TRIAL', 'BASIC', 'ENTERPRISE'] as const;

/** The actions of an administrator on an account, which depend on its status. */
export function AccountActions({ username, status, emailConfirmed }: AccountActionsProps) {
  const input = { username };
  return (
    <div className="row-actions">
      {status !== 'APPROVED' && <ApproveButton username={username} status={status} emailConfirmed={emailConfirmed} />}
      {status === 'PENDING' && (
        <ActionButton
          label="Reject"
          subject={username}
          document={RejectAccountDocument}
          variables={{ input }}
          consequence="The account remains registered, but has no access unless it is approved later."
          isDestructive
        />
      )}
      {status === 'APPROVED' && (
        <>
          <SubscriptionButton username={username} />
          <ActionButton
            label="Suspend"
            subject={username}
            document={SuspendAccountDocument}
            variables={{ input }}
            consequence="The API keys of the account are rejected from the next request on. Approving the account again restores them."
            isDestructive
          />
        </>
      )}
    </div>
  );
}

function ApproveButton({ username, status, emailConfirmed }: AccountActionsProps) {
  const [allowed, setAllowed] = useState(false);
  const consequence =
    status === 'SUSPENDED'
      ? 'The API keys of the account are accepted again.'
      : 'The first approval starts a trial of 7 days and sends a default API key by email.';
  return (
    <ActionButton
      label="Approve"
      subject={username}
      document={ApproveAccountDocument}
      variables={{ input: { username }, allowUnconfirmedEmail: allowed }}
      consequence={consequence}
    >
      {!emailConfirmed && (
        <p>
          <CheckboxField
            label="Approve even if the email address is not confirmed"
            checked={allowed}
            onChange={setAllowed}
          />
        </p>
      )}
    </ActionButton>
  );
}

function SubscriptionButton({ username }: { readonly username: string }) {
  const [tier, setTier] = useState<Tier>('BASIC');
  return (
    <ActionButton
      label="Set subscription"
      subject={username}
      document={SetSubscriptionDocument}
      variables={{ input: { username, tier } }}
      consequence="A trial expires after 7 days, other tiers after 365 days. Selecting the current tier renews an active subscription without resetting the used quota. Otherwise, a new subscription starts with a full quota."
    >
      <SelectField label="Tier" options={optionsOf(subscriptionTiers)} value={tier} onChange={setTier} />
    </ActionButton>
  );
}

interface AccountKeysProps {
  readonly username: string;
  readonly keys: readonly { readonly name: string; readonly prefix: string }[];
}

/** The active API keys of an account. */
export function AccountKeys({ username, keys }: AccountKeysProps) {
  if (keys.length === 0) {
    return 'None';
  }
  return (
    <ul className="plain-list">
      {keys.map(({ name, prefix }) => (
        <li key={name} className="row-actions">
          <span>
            {name} <code>{prefix}…</code>
          </span>
          <ActionButton
            label="Revoke key"
            subject={`${name} of ${username}`}
            document={RevokeApiKeyDocument}
            variables={{ input: { username, name } }}
            consequence="The key is rejected from the next request on. This cannot be undone."
            isDestructive
          />
        </li>
      ))}
    </ul>
  );
}
