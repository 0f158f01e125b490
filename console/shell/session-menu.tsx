import { useRef } from 'react';
import { refreshEverything } from '../shared/revision.js';
import { SignInForm } from '../shared/sign-in-form.js';
import { writeToken } from '../shared/token-store.js';
import { useToken } from '../shared/use-graph-query.js';

/** Says whether a token is in use; signs in and out. */
export function SessionMenu() {
  const token = useToken();
  const dialog = useRef<HTMLDialogElement>(null);

  function signOut() {
    writeToken(null);
    refreshEverything();
  }

  return (
    <div className="shell-session">
      {token === null ? (
        <button type="button" className="button button-small" onClick={() => dialog.current?.showModal()}>
          Sign in
        </button>
      ) : (
        <>
          <span className="shell-signed-in">Signed in</span>
          <button type="button" className="button button-small" onClick={signOut}>
            Sign out
          </button>
        </>
      )}
      <dialog ref={dialog} className="dialog" aria-labelledby="session-title">
        <div className="dialog-head">
          <h2 id="session-title">Sign in</h2>
          <button type="button" className="button button-plain" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <SignInForm onDone={() => dialog.current?.close()} />
      </dialog>
    </div>
  );
}
