import { useState } from 'react';
import { Button } from '../shared/button.js';
import { Dialog } from '../shared/dialog.js';
import { formatCount, formatNumber } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { type BulkAction, ChangeAllForm } from './change-all-form.js';
import { ChangeAllPreview } from './change-all-preview.js';
import { ChangeAllProgress } from './change-all-progress.js';
import type { AlertFilterInput } from './filter.js';
import { bulkChangesPath } from './paths.js';
import { useBulkChange } from './use-bulk-change.js';

const firstAction: BulkAction = 'ACKNOWLEDGED';

interface ChangeAllProps {
  readonly total: number;
  readonly filter: AlertFilterInput;
}

/**
 * Changes all alerts that match the filter, on all pages: form, preview, progress. The change continues after the
 * dialog is closed.
 */
export function ChangeAll({ total, filter }: ChangeAllProps) {
  const [isOpen, setOpen] = useState(false);
  const [action, setAction] = useState(firstAction);
  const { change, skipped, follow } = useBulkChange();
  const isRunning = change?.state === 'RUNNING';

  function onClose() {
    setOpen(false);
    if (!isRunning) {
      follow(undefined);
      setAction(firstAction);
    }
  }

  if (total === 0 && change === undefined) {
    return null;
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {isRunning ? `Changing ${formatCount(change.count, 'alert')}…` : `Select all ${formatNumber(total)} that match`}
      </Button>
      {isOpen && (
        <Dialog title="Change all alerts that match the filter" onClose={onClose}>
          {(close) => {
            if (change === undefined) {
              return (
                <>
                  <ChangeAllForm {...{ filter, action }} onAction={setAction} onPreview={follow} onClose={close} />
                  <p>
                    <a href={hrefOf(bulkChangesPath)}>Earlier changes</a>
                  </p>
                </>
              );
            }
            return change.state === 'PREVIEW' ? (
              <ChangeAllPreview {...{ change, action }} onStart={follow} onBack={() => follow(undefined)} />
            ) : (
              <ChangeAllProgress change={change} skipped={skipped} onChange={follow} onClose={close} />
            );
          }}
        </Dialog>
      )}
    </>
  );
}
