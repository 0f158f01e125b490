import { SignInForm } from '../shared/sign-in-form.js';

/** Covers a page whose session has ended. The page keeps typed values. */
export function SessionEnded({ name }: { readonly name: string }) {
  return (
    <main className="shell-main">
      <section className="state-panel" aria-labelledby="session-ended-title">
        <h2 id="session-ended-title">Sign in</h2>
        <p>
          The session of {name} has ended. Sign in again to continue; your input is preserved. If another user signs in,
          the page is reset.
        </p>
        <SignInForm keepsPage />
      </section>
    </main>
  );
}
