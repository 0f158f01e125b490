import { ConfirmEmailDocument } from '../generated/operations.js';
import { ChangeNote } from '../shared/change-note.js';
import { EmptyPanel } from '../shared/states.js';
import { useChange } from '../shared/use-change.js';
import { useMailedToken } from './use-mailed-token.js';

export const confirmEmailPath = '/confirm-email';

/** Where the link of a confirmation mail leads. Only the button confirms: programs follow links in mails. */
export function ConfirmEmailPage() {
  const token = useMailedToken();
  const { busy, done, failure, run } = useChange(ConfirmEmailDocument);
  const confirmed = done?.confirmEmail;
  return (
    <div className="page">
      <h1>Confirm email address</h1>
      {token === '' ? (
        <EmptyPanel title="The link has no token">
          <p>Open the complete link from the email.</p>
        </EmptyPanel>
      ) : (
        <>
          <p className="hint">After you confirm the address, an administrator must approve the account.</p>
          <p>
            <button
              type="button"
              className="button button-main"
              disabled={busy || confirmed !== undefined}
              onClick={() => void run({ input: { token } })}
            >
              Confirm
            </button>
          </p>
          <ChangeNote
            failure={failure}
            done={confirmed && `Email address ${confirmed.email} of account ${confirmed.username} confirmed.`}
          />
        </>
      )}
    </div>
  );
}
