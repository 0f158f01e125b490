import { type FormEvent, useId, useState } from 'react';
import { refreshQueries } from './revision.js';
import { writeToken } from './token-store.js';
import { useToken } from './use-graph-query.js';

interface SignInFormProps {
  /** The server's message about the current token. */
  readonly rejection?: string;
  readonly onDone?: () => void;
}

/** Stores an operator token for this browser tab. */
export function SignInForm({ rejection, onDone }: SignInFormProps) {
  const field = useId();
  const present = useToken();
  const [token, setToken] = useState('');
  const trimmed = token.trim().replace(/^Bearer\s+/i, '');

  function signIn(event: FormEvent) {
    event.preventDefault();
    if (trimmed === '') {
      return;
    }
    writeToken(trimmed);
    refreshQueries();
    onDone?.();
  }

  return (
    <form className="sign-in" onSubmit={signIn}>
      {rejection !== undefined && present !== null && (
        <p className="notice notice-bad" role="alert">
          The server rejected the token: {rejection}
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
        <button type="submit" className="button button-main" disabled={trimmed === ''}>
          Sign in
        </button>
      </div>
      <p className="hint">
        The administrator token is in the file <code>admin-token</code> in the data directory. Create other tokens with{' '}
        <code>rampart tokens create</code>. The token is stored for this browser tab only.
      </p>
    </form>
  );
}
