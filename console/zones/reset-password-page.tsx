import { type FormEvent, useState } from 'react';
import { ResetPasswordDocument, type ResetPasswordMutation } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { CheckboxField, TextField } from '../shared/fields.js';
import { formatCount } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { EmptyPanel } from '../shared/states.js';
import { useMutation } from '../shared/use-mutation.js';
import { useEmailToken } from './use-email-token.js';

/** The page that a password reset email links to. */
export function ResetPasswordPage() {
  const token = useEmailToken();
  return (
    <div className="page">
      <h1>Reset password</h1>
      {token === '' ? (
        <EmptyPanel title="The link has no token">
          <p>Open the complete link from the email.</p>
        </EmptyPanel>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </div>
  );
}

function ResetPasswordForm({ token }: { readonly token: string }) {
  const [newPassword, setNewPassword] = useState('');
  const [revokeKeys, setRevokeKeys] = useState(false);
  const { busy, data, failure, run } = useMutation(ResetPasswordDocument);

  function submit(event: FormEvent) {
    event.preventDefault();
    void run({ input: { token, newPassword, revokeKeys } });
  }

  return (
    <form onSubmit={submit}>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        required
        value={newPassword}
        onChange={setNewPassword}
      />
      <p>
        <CheckboxField label="Revoke all API keys of the account" checked={revokeKeys} onChange={setRevokeKeys} />
      </p>
      <p className="hint">At least 12 characters. Common passwords are rejected.</p>
      <p>
        <Button type="submit" variant="main" disabled={busy || data !== undefined}>
          Reset password
        </Button>
      </p>
      <MutationResult failure={failure} success={data && successMessage(data.resetPassword)} />
    </form>
  );
}

function successMessage({ username, revokedKeys }: NonNullable<ResetPasswordMutation['resetPassword']>): string {
  const keys = revokedKeys === 0 ? '' : ` ${formatCount(revokedKeys, 'API key')} revoked.`;
  return `Password of account ${username} changed.${keys}`;
}
