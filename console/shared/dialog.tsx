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
  /** Called by the button; absent: the button submits the form. */
  readonly onSubmit?: () => void;
  readonly disabled: boolean;
  readonly isDestructive?: boolean;
  readonly cancel?: string;
  readonly onCancel: () => void;
}

/** The buttons of a dialog with a form or a question. */
export function DialogActions(props: DialogActionsProps) {
  const { submit, onSubmit, disabled, isDestructive = false, cancel = 'Cancel', onCancel } = props;
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onCancel}>
        {cancel}
      </button>
      <button
        type={onSubmit === undefined ? 'submit' : 'button'}
        className={isDestructive ? 'button button-danger' : 'button button-main'}
        disabled={disabled}
        onClick={onSubmit}
      >
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
