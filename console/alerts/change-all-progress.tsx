import { CancelBulkAlertChangeDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { formatCount, formatEnum, formatNumber } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { emptyFilter } from './filter.js';
import { hrefOfAlert } from './list-location.js';
import type { BulkChange, Skipped } from './use-bulk-change.js';

interface ChangeAllProgressProps {
  readonly change: BulkChange;
  readonly skipped: Skipped;
  readonly onChange: (change: BulkChange) => void;
  readonly onClose: () => void;
}

/** The progress of a change, and its result. */
export function ChangeAllProgress({ change, skipped, onChange, onClose }: ChangeAllProgressProps) {
  const mutation = useMutation(CancelBulkAlertChangeDocument);
  const { state, count, changedCount, conflictCount, deletedCount, remainingCount, error } = change;
  const isRunning = state === 'RUNNING';
  const isComplete = skipped.length >= conflictCount + deletedCount;

  async function cancel() {
    const data = await mutation.run({ input: { id: change.id } });
    if (data !== undefined) {
      onChange(data.cancelBulkAlertChange.change);
    }
  }

  return (
    <>
      <label className="change-all-progress">
        <span role="status">
          {isRunning ? `${formatNumber(count - remainingCount)} of ${formatCount(count, 'alert')}` : endOf(change)}
        </span>
        <progress max={Math.max(1, count)} value={count === 0 ? 1 : count - remainingCount} />
      </label>
      <ul>
        <li>{formatNumber(changedCount)} changed</li>
        <li>{formatNumber(conflictCount)} not changed, because another user changed them or they no longer match</li>
        <li>{formatNumber(deletedCount)} deleted since the preview</li>
        {!isRunning && remainingCount > 0 && <li>{formatNumber(remainingCount)} not processed</li>}
      </ul>
      {error !== null && (
        <p className="notice notice-bad" role="alert">
          The last step failed and is retried every minute: {error}
        </p>
      )}
      {skipped.length > 0 && (
        <details className="bulk-results">
          <summary>Alerts not changed{isComplete ? '' : ` (first ${formatNumber(skipped.length)})`}</summary>
          <ul>
            {skipped.map(({ alertId, reason }) => (
              <li key={alertId}>
                <a href={hrefOfAlert(emptyFilter, alertId)}>{alertId}</a> {formatEnum(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <MutationResult failure={mutation.failure} />
      {isRunning && <p className="hint">The change continues if you close this dialog or the page.</p>}
      <div className="dialog-actions">
        {isRunning && (
          <Button disabled={mutation.busy} onClick={cancel}>
            Stop
          </Button>
        )}
        <Button variant="main" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function endOf({ state, changedCount, count }: BulkChange): string {
  const result = `${formatNumber(changedCount)} of ${formatCount(count, 'alert')} changed`;
  return state === 'CANCELLED' ? `Stopped: ${result}` : `Done: ${result}`;
}
