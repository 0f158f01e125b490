import { type GraphFailure, isOutcomeUnknown } from './graph-client.js';

function adviceFor(failure: GraphFailure): string {
  if (isOutcomeUnknown(failure)) {
    return ' Check whether it was saved before you try again.';
  }
  switch (failure.kind) {
    case 'sign-in':
      return ' Sign in, then try again.';
    case 'outdated':
      return ' The server was updated while this page was open: reload the page, then try again.';
    default:
      return '';
  }
}

interface MutationResultProps {
  readonly failure: GraphFailure | undefined;
  /** The message after success. */
  readonly success?: string | undefined;
}

/** The result of a mutation, alongside its form. */
export function MutationResult({ failure, success }: MutationResultProps) {
  if (failure !== undefined) {
    const outcome = isOutcomeUnknown(failure)
      ? 'It is unknown whether the change was saved'
      : 'The change was not saved';
    return (
      <p className="notice notice-bad" role="alert">
        {outcome}: {failure.message.replace(/\.$/, '')}.{adviceFor(failure)}
      </p>
    );
  }
  return (
    <p className={success === undefined ? 'visually-hidden' : 'notice notice-good'} role="status">
      {success}
    </p>
  );
}
