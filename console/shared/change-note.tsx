import type { GraphFailure } from './graph-client.js';

interface ChangeNoteProps {
  readonly failure: GraphFailure | undefined;
  /** Said when the change succeeded. */
  readonly done: string | undefined;
}

/** What became of a change, beside the form that made it. */
export function ChangeNote({ failure, done }: ChangeNoteProps) {
  if (failure !== undefined) {
    const advice = failure.kind === 'sign-in' ? ' Sign in at the top of the page, then try again.' : '';
    return (
      <p className="notice notice-bad" role="alert">
        The change was not saved: {failure.message}.{advice}
      </p>
    );
  }
  return (
    <p className={done === undefined ? 'visually-hidden' : 'notice notice-good'} role="status">
      {done}
    </p>
  );
}
