import { Button } from './button.js';
import type { FailureKind, GraphFailure } from './graph-client.js';
import { refreshQueries } from './revision.js';
import { SignInForm } from './sign-in-form.js';

interface Advice {
  readonly title: string;
  readonly help: string;
  readonly retry?: boolean;
  readonly reload?: boolean;
}

const adviceFor: Readonly<Record<Exclude<FailureKind, 'sign-in'>, Advice>> = {
  unreachable: {
    title: 'Cannot reach the server',
    help: 'Check that Rampart is running and that this computer can reach it, then try again.',
    retry: true,
  },
  forbidden: {
    title: 'Permission denied',
    help: 'Your role or tenant does not permit this. Ask an administrator for access.',
  },
  'not-found': {
    title: 'Not found',
    help: 'The object may have been deleted, or it belongs to a tenant that you cannot access.',
  },
  unavailable: {
    title: 'Service unavailable',
    help: 'Rampart is running, but its database or another service is unavailable or failed. Try again in a moment.',
    retry: true,
  },
  busy: {
    title: 'Server busy',
    help: 'The request timed out or exceeded the rate limit. Narrow the filters, or try again in a moment.',
    retry: true,
  },
  outdated: {
    title: 'Outdated page',
    help: 'The server was updated while this page was open. Reload the page; drafts are preserved.',
    reload: true,
  },
  rejected: {
    title: 'Invalid request',
    help: 'Correct the value that the message names. If a filter causes the error, clear the filters.',
  },
  fault: {
    title: 'Something went wrong',
    help: 'Try again. If the error persists, ask an administrator to check the server log.',
    retry: true,
  },
};

interface FailurePanelProps {
  readonly failure: GraphFailure;
  /** Called when the person tries again, before the queries are refreshed. */
  readonly onRetry?: () => void;
}

/** Shows the failure and the suggested action. Without a session, shows the sign-in form. */
export function FailurePanel({ failure, onRetry }: FailurePanelProps) {
  if (failure.kind === 'sign-in') {
    return (
      <section className="state-panel" aria-labelledby="sign-in-title">
        <h2 id="sign-in-title">Sign in</h2>
        <p>Sign in to view this page.</p>
        <SignInForm />
      </section>
    );
  }
  const advice = adviceFor[failure.kind];
  const retry = () => {
    onRetry?.();
    refreshQueries();
  };
  return (
    <section className="state-panel state-failure" role="alert">
      <h2>{advice.title}</h2>
      <p className="state-message">{failure.message}</p>
      <p>{advice.help}</p>
      {advice.retry && <Button onClick={retry}>Try again</Button>}
      {advice.reload && <Button onClick={() => location.reload()}>Reload</Button>}
    </section>
  );
}
