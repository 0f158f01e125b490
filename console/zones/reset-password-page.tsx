import { type FormEvent, useState } from 'react';
import { ChangeNote } from '../shared/change-note.js';
import { EmptyPanel } from '../shared/states.js';
import { useChange } from '../shared/use-change.js';
import resetPassword from './operations/reset-password.graphql?raw';
import { useMailedToken } from './use-mailed-token.js';

export const resetPasswordPath = '/reset-password';

interface Reset {
  readonly resetPassword: { readonly username: string; readonly revokedKeys: number };
}

/** Where the link of a mail leads to choose a new password. */
export function ResetPasswordPage() {
  const token = useMailedToken();
  return (
    <div className="page">
      <h1>Choose a new password</h1>
      {token === '' ? (
        <EmptyPanel title="The address has no token">
          <p>Open the link of the mail again.</p>
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
  const { busy, done, failure, run } = useChange<Reset>(resetPassword);

  function submit(event: FormEvent) {
    event.preventDefault();
    void run({ input: { token, newPassword, revokeKeys } });
  }

  return (
    <form onSubmit={submit}>
      <label className="field">
        <span>New password</span>
        <input
          type="password"
          autoComplete="new-password"
          minLength={12}
          required
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
      </label>
      <p>
        <label>
          <input type="checkbox" checked={revokeKeys} onChange={(event) => setRevokeKeys(event.target.checked)} />{' '}
          Revoke all API keys of the account
        </label>
      </p>
      <p className="hint">12 characters or more; a sentence is fine, a common password is not.</p>
      <p>
        <button type="submit" className="button button-main" disabled={busy || done !== undefined}>
          Save
        </button>
      </p>
      <ChangeNote failure={failure} done={done && doneText(done.resetPassword)} />
    </form>
  );
}

function doneText({ username, revokedKeys }: Reset['resetPassword']): string {
  const keys = revokedKeys === 0 ? '' : ` ${revokedKeys} API keys are revoked.`;
  return `The password of ${username} is changed.${keys}`;
}
