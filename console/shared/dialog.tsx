import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.js';
import type { GraphFailure } from './graph-client.js';
import { MutationResult } from './mutation-result.js';
import { useSession } from './session-store.js';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  /** Called after the dialog is closed, also with the Escape key. */
  readonly onClose: () => void;
  /** The content below the title. `close` closes the dialog and restores the focus. */
  readonly children: (close: () => void) => ReactNode;
}

/** A modal dialog that is open from its first render, except while the session has ended. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isHidden = useSession().status === 'ended';
  useEffect(() => {
    // An open modal dialog would block the sign-in form that covers the page.
    isHidden ? dialog.current?.close() : dialog.current?.showModal();
  }, [isHidden]);
  function close() {
    // While the session has ended, the element is closed already, and emits no event.
    dialog.current?.open === false ? onClose() : dialog.current?.close();
  }
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onClose={() => isHidden || onClose()}
    >
      <h2 id={id}>{title}</h2>
      {children(close)}
    </dialog>
  );
}

interface DialogActionsProps {
  readonly submit: string;
  /** Called when the submit button is clicked; if absent, the button submits the form. */
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
      <Button onClick={onCancel}>{cancel}</Button>
      <Button
        type={onSubmit === undefined ? 'submit' : 'button'}
        variant={isDestructive ? 'danger' : 'main'}
        disabled={disabled}
        onClick={onSubmit}
      >
        {submit}
      </Button>
    </div>
  );
}

/** The button that closes a dialog without a form. */
export function DialogClose({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className="dialog-actions">
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}

interface DialogButtonProps {
  readonly label: string;
  /** Name of the object of the dialog; part of the accessible name of the button. */
  readonly subject?: string;
  readonly size?: 'small';
  /** Renders the dialog while it is open. Its `onClose` must be called when the dialog closes. */
  readonly children: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, subject, size, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size={size} aria-label={subject && `${label}: ${subject}`} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'isWide' | 'onClose'> {
  /** The class of the form. */
  readonly className?: string;
  /** The label of the button that submits the form. */
  readonly submit: string;
  readonly disabled: boolean;
  readonly failure: GraphFailure | undefined;
  /** Submits the form. Returns whether it was accepted, which closes the dialog. */
  readonly onSubmit: () => Promise<boolean>;
  /** Called before the form closes, except with Escape, which keeps the typed values as a draft. */
  readonly onDone?: () => void;
  /** The fields of the form. */
  readonly children: ReactNode;
}

/** A dialog with a form. It shows failures and remains open after one. */
export function FormDialog(props: FormDialogProps) {
  const { title, isWide = false, className, submit, disabled, failure, onSubmit, onDone, onClose, children } = props;

  function finish(close: () => void) {
    onDone?.();
    close();
  }

  async function send(close: () => void) {
    if (await onSubmit()) {
      finish(close);
    }
  }

  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      {(close) => (
        <form
          className={className}
          onSubmit={(event) => {
            event.preventDefault();
            void send(close);
          }}
        >
          {children}
          <MutationResult failure={failure} />
          <DialogActions submit={submit} disabled={disabled} onCancel={() => finish(close)} />
        </form>
      )}
    </Dialog>
  );
}
