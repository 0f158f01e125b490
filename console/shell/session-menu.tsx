import { useRef, useState } from 'react';
import { Button } from '../shared/button.js';
import { Dialog, DialogClose } from '../shared/dialog.js';
import { type Session, signOut, useSession } from '../shared/session-store.js';
import { SignInForm } from '../shared/sign-in-form.js';
import { isLocalTime, switchTimeZone } from '../shared/time-zone.js';
import { TenantSwitch } from './tenant-switch.js';

/** Shows the signed-in person; signs in and out. */
export function SessionMenu() {
  const state = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const [hasFailed, setFailed] = useState(false);

  return (
    <div className="shell-session">
      <Button
        variant="plain"
        title={`Times are ${isLocalTime ? 'in local time: show them in UTC' : 'in UTC: show them in local time'}`}
        onClick={switchTimeZone}
      >
        {isLocalTime ? 'Local time' : 'UTC'}
      </Button>
      {state.status === 'anonymous' && (
        <Button size="small" onClick={() => dialog.current?.showModal()}>
          Sign in
        </Button>
      )}
      {'session' in state && (
        <>
          <span className="shell-signed-in" title={describe(state.session)}>
            {state.session.name} <span className="shell-role">{scopeOf(state.session)}</span>
          </span>
          <TenantSwitch />
          <Button size="small" onClick={() => void signOut().then((outcome) => setFailed(outcome === 'failed'))}>
            Sign out
          </Button>
        </>
      )}
      {hasFailed && (
        <Dialog title="Sign-out failed" onClose={() => setFailed(false)}>
          {(close) => (
            <>
              <p role="alert">The server did not end the session. You are still signed in. Try again in a moment.</p>
              <DialogClose onClose={close} />
            </>
          )}
        </Dialog>
      )}
      <dialog ref={dialog} className="dialog" aria-labelledby="session-title">
        <div className="dialog-head">
          <h2 id="session-title">Sign in</h2>
          <Button variant="plain" onClick={() => dialog.current?.close()}>
            Close
          </Button>
        </div>
        <SignInForm onDone={() => dialog.current?.close()} />
      </dialog>
    </div>
  );
}

/** The roles and tenants of a session, without a role that equals the name. */
function scopeOf({ name, roles, tenants }: Session): string {
  const others = roles.filter((role) => role !== name);
  return [...(others.length === 0 ? [] : [others.join(', ')]), tenants?.join(', ') ?? 'all tenants'].join(' · ');
}

function describe({ roles, tenants }: Session): string {
  return `${roles.join(', ')} · ${tenants?.join(', ') ?? 'all tenants'}`;
}
