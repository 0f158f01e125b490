import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  /** Called after the dialog is closed, also with the Escape key. */
  readonly onClose: () => void;
  /** The content below the title. `close` closes the dialog and restores the focus. */
  readonly children: (close: () => void) => ReactNode;
}

/** A modal dialog that is open from its first render. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={isWide ? 'dialog dialog-wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}

interface DialogActionsProps {
  readonly submit: string;
  readonly disabled: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a form in a dialog. */
export function DialogActions({ submit, disabled, onCancel }: DialogActionsProps) {
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button button-main" disabled={disabled}>
        {submit}
      </button>
    </div>
  );
}

/** The button below information in a dialog. */
export function DialogClose({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
