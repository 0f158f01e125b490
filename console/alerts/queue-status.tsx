import { Button } from '../shared/button.js';
import { ConflictResult } from './conflict-result.js';
import type { Queue } from './use-queue.js';

/** The result of the last change, and a button that undoes it. */
export function QueueStatus({ queue: { message, failure, canUndo, undo } }: { readonly queue: Queue }) {
  return (
    <div className={message === undefined && failure === undefined ? 'visually-hidden' : 'queue-status'}>
      <p role="status">{message}</p>
      {canUndo && (
        <Button size="small" aria-keyshortcuts="u" onClick={undo}>
          Undo <kbd>u</kbd>
        </Button>
      )}
      {failure !== undefined && <ConflictResult failure={failure} advice="Nothing was saved." />}
    </div>
  );
}
