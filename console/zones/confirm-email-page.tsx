import { ChangeNote } from '../shared/change-note.js';
import { EmptyPanel } from '../shared/states.js';
import { useChange } from '../shared/use-change.js';
import confirmEmail from './operations/confirm-email.graphql?raw';
import { useMailedToken } from './use-mailed-token.js';

export const confirmEmailPath = '/confirm-email';

interface Confirmed {
  readonly confirmEmail: { readonly username: string; readonly email: string };
}

/** Where the link of a confirmation mail leads. Only the button confirms: programs follow links in mails. */
export function ConfirmEmailPage() {
  const token = useMailedToken();
  const { busy, done, failure, run } = useChange<Confirmed>(confirmEmail);
  const confirmed = done?.confirmEmail;
  return (
    <div className="page">
      <h1>Confirm an e-mail address</h1>
      {token === '' ? (
        <EmptyPanel title="The address has no token">
          <p>Open the link of the mail again.</p>
        </EmptyPanel>
      ) : (
        <>
          <p className="hint">An administrator approves the account once its address is confirmed.</p>
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
            done={confirmed && `${confirmed.email} of ${confirmed.username} is confirmed.`}
          />
        </>
      )}
    </div>
  );
}
