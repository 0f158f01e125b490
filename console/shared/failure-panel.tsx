import type { FailureKind, GraphFailure } from './graph-client.js';
import { refreshEverything } from './revision.js';
import { SignInForm } from './sign-in-form.js';

interface Advice {
  readonly title: string;
  readonly help: string;
  readonly retry: boolean;
}

const adviceFor: Readonly<Record<Exclude<FailureKind, 'sign-in'>, Advice>> = {
  unreachable: {
    title: 'The server does not answer',
    help: 'Check that Rampart is running and that this computer reaches it, then try again.',
    retry: true,
  },
  forbidden: {
    title: 'Your token does not allow this',
    help: 'Sign in with a token of the right tenant or role, or ask an administrator for one.',
    retry: false,
  },
  'not-found': {
    title: 'Not found',
    help: 'It may have been removed, or belong to a tenant that your token does not open.',
    retry: false,
  },
  unavailable: {
    title: 'The store is not reachable',
    help: 'Rampart runs but its database does not answer. It recovers by itself once the database is back; then try again.',
    retry: true,
  },
  busy: {
    title: 'That took too long',
    help: 'The server is busy or the question is large. Narrow the filter, or try again in a moment.',
    retry: true,
  },
  refused: {
    title: 'The server refused this request',
    help: 'Correct what the message names. If it is about the filter, clear it and start again.',
    retry: false,
  },
  fault: {
    title: 'Something went wrong',
    help: 'The server logged what happened. Try again; if it stays, give the log to whoever runs Rampart.',
    retry: true,
  },
};

/** Says what failed and what to do about it; a missing or refused token is asked for right here. */
export function FailurePanel({ failure }: { readonly failure: GraphFailure }) {
  if (failure.kind === 'sign-in') {
    return (
      <section className="state-panel" aria-labelledby="sign-in-title">
        <h2 id="sign-in-title">Sign in</h2>
        <p>This server asks for an operator token.</p>
        <SignInForm refused={failure.message} />
      </section>
    );
  }
  const advice = adviceFor[failure.kind];
  return (
    <section className="state-panel state-failure" role="alert">
      <h2>{advice.title}</h2>
      <p className="state-message">{failure.message}</p>
      <p>{advice.help}</p>
      {advice.retry && (
        <button type="button" className="button" onClick={refreshEverything}>
          Try again
        </button>
      )}
    </section>
  );
}
