import type { GraphFailure } from './graph-client.js';

interface MutationResultProps {
  readonly failure: GraphFailure | undefined;
  /** The message after success. */
  readonly success?: string | undefined;
}

/** The result of a mutation, alongside its form. */
export function MutationResult({ failure, success }: MutationResultProps) {
  if (failure !== undefined) {
    const advice = failure.kind === 'sign-in' ? ' Sign in, then try again.' : '';
    return (
      <p className="notice notice-bad" role="alert">
        The change was not saved: {failure.message.replace(/\.$/, '')}.{advice}
      </p>
    );
  }
  return (
    <p className={success === undefined ? 'visually-hidden' : 'notice notice-good'} role="status">
      {success}
    </p>
  );
}
