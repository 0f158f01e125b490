import { type FormEvent, useId, useState } from 'react';
import { Button } from './button.js';
import { relativeUrl } from './location.js';
import { signIn, useProviders } from './session-store.js';

interface SignInFormProps {
  /** True: identity providers open in a new tab, so this page keeps typed values. */
  readonly keepsPage?: boolean;
  readonly onDone?: () => void;
}

/** Signs in with an identity provider or an operator token. */
export function SignInForm({ onDone, keepsPage = false }: SignInFormProps) {
  const field = useId();
  const [token, setToken] = useState('');
  const [rejection, setRejection] = useState<string>();
  const [busy, setBusy] = useState(false);
  const trimmed = token.trim().replace(/^Bearer\s+/i, '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (trimmed === '' || busy) {
      return;
    }
    setBusy(true);
    const rejected = await signIn(trimmed);
    setBusy(false);
    setRejection(rejected);
    if (rejected === undefined) {
      setToken('');
      onDone?.();
    }
  }

  return (
    <form className="sign-in" onSubmit={submit}>
      <ProviderLinks keepsPage={keepsPage} />
      {rejection !== undefined && (
        <p className="notice notice-bad" role="alert">
          Sign-in failed: {rejection}
        </p>
      )}
      <label htmlFor={field}>Operator token</label>
      <div className="sign-in-row">
        <input
          id={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button type="submit" variant="main" disabled={trimmed === '' || busy}>
          Sign in
        </Button>
      </div>
      <p className="hint">
        The administrator token is in the settings or, if they contain none, in the file <code>admin-token</code> in the
        data directory. Create other tokens with <code>rampart tokens create</code>. The session is shared by all tabs
        of this browser.
      </p>
    </form>
  );
}

/** Links to the identity providers. */
function ProviderLinks({ keepsPage }: { readonly keepsPage: boolean }) {
  return useProviders().map(({ title, path }) => (
    <a
      key={path}
      className="button button-main"
      // The new tab opens the start page of the console.
      href={`${relativeUrl(path)}?returnTo=${encodeURIComponent(keepsPage ? location.pathname : currentPath())}`}
      target={keepsPage ? '_blank' : undefined}
    >
      Sign in with {title}
    </a>
  ));
}

function currentPath(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}
