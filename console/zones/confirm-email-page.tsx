import { ConfirmEmailDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { MutationResult } from '../shared/mutation-result.js';
import { EmptyPanel } from '../shared/states.js';
import { useMutation } from '../shared/use-mutation.js';
import { useEmailToken } from './use-email-token.js';

/**
 * The page that a confirmation email links to. Its button confirms the address; opening the page does not, because
 * programs open links in emails.
 */
export function ConfirmEmailPage() {
  const token = useEmailToken();
  const { busy, data, failure, run } = useMutation(ConfirmEmailDocument);
  const confirmed = data?.confirmEmail;
  return (
    <div className="page">
      <h1>Confirm email address</h1>
      {token === '' ? (
        <EmptyPanel title="The link has no token">
          <p>Open the complete link from the email.</p>
        </EmptyPanel>
      ) : (
        <>
          <p className="hint">
            After you confirm the address, an administrator must approve the account, unless it is already approved.
          </p>
          <p>
            <Button
              variant="main"
              disabled={busy || confirmed !== undefined}
              onClick={() => void run({ input: { token } })}
            >
              Confirm
            </Button>
          </p>
          <MutationResult
            failure={failure}
            success={confirmed && `Email address ${confirmed.email} of account ${confirmed.username} confirmed.`}
          />
        </>
      )}
    </div>
  );
}
