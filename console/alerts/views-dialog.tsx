import { type FormEvent, useState } from 'react';
import {
  DeleteAlertViewDocument,
  SetDefaultAlertViewDocument,
  UpdateAlertViewDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { Button } from '../shared/button.js';
import { Dialog, DialogClose } from '../shared/dialog.js';
import { hrefOf } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { listPath } from './list-location.js';
import type { AlertView } from './views.js';

interface ViewsDialogProps {
  readonly views: readonly AlertView[];
  readonly onClose: () => void;
}

/** Renames and deletes views, and sets the default view of the list. */
export function ViewsDialog({ views, onClose }: ViewsDialogProps) {
  const setDefault = useMutation(SetDefaultAlertViewDocument);
  return (
    <Dialog title="Saved views" isWide onClose={onClose}>
      {(close) => (
        <>
          <ul className="views">
            {views.map((view) => (
              <li key={view.id}>
                <a href={hrefOf(listPath, { view: view.id })} onClick={close}>
                  {view.name}
                </a>
                <span className="hint">{describe(view)}</span>
                <Button
                  size="small"
                  aria-pressed={view.isDefault}
                  aria-label={`Default: ${view.name}`}
                  disabled={setDefault.busy}
                  onClick={() => void setDefault.run({ input: { id: view.isDefault ? null : view.id } })}
                >
                  Default
                </Button>
                {view.canChange && <ViewActions view={view} />}
              </li>
            ))}
          </ul>
          <MutationResult failure={setDefault.failure} />
          <DialogClose onClose={close} />
        </>
      )}
    </Dialog>
  );
}

function describe({ isShared, tenantId, owner }: AlertView): string {
  return isShared ? `Shared with ${tenantId ?? 'people with a role for all tenants'}, saved by ${owner.name}` : 'Mine';
}

function ViewActions({ view }: { readonly view: AlertView }) {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      {isRenaming ? (
        <RenameForm view={view} onDone={() => setRenaming(false)} />
      ) : (
        <Button size="small" aria-label={`Rename: ${view.name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
      )}
      <ActionButton
        label="Delete"
        subject={view.name}
        document={DeleteAlertViewDocument}
        variables={{ input: { id: view.id } }}
        consequence={
          view.isShared
            ? 'The view is deleted for all users. This cannot be undone.'
            : 'The view is deleted. This cannot be undone.'
        }
        isDestructive
      />
    </>
  );
}

interface RenameFormProps {
  readonly view: AlertView;
  readonly onDone: () => void;
}

function RenameForm({ view, onDone }: RenameFormProps) {
  const [name, setName] = useState(view.name);
  const { run, busy, failure } = useMutation(UpdateAlertViewDocument);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if ((await run({ input: { id: view.id, name } })) !== undefined) {
      onDone();
    }
  }

  return (
    <form className="view-rename" onSubmit={(event) => void rename(event)}>
      <input
        type="text"
        aria-label={`New name of ${view.name}`}
        required
        maxLength={100}
        ref={(field) => field?.focus()}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="small" disabled={busy}>
        Rename
      </Button>
      <MutationResult failure={failure} />
    </form>
  );
}
