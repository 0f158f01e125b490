import { useRef } from 'react';
import { refreshQueries } from '../shared/revision.js';
import { SignInForm } from '../shared/sign-in-form.js';
import { writeToken } from '../shared/token-store.js';
import { useToken } from '../shared/use-graph-query.js';

/** Shows whether the user is signed in; signs in and out. */
export function SessionMenu() {
  const token = useToken();
  const dialog = useRef<HTMLDialogElement>(null);

  function signOut() {
    writeToken(null);
    refreshQueries();
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
