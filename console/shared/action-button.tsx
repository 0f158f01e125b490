import type { ReactNode } from 'react';
import type { TypedDocumentString } from '../generated/operations.js';
import { Dialog, DialogActions, DialogButton } from './dialog.js';
import { MutationResult } from './mutation-result.js';
import { useMutation } from './use-mutation.js';

interface ActionButtonProps<Data, Variables> {
  readonly label: string;
  /** Name of the object of the action; part of the accessible name of the button. */
  readonly subject: string;
  readonly document: TypedDocumentString<Data, Variables>;
  readonly variables: Variables;
  /** The text of the confirmation, which describes the effect of the action. */
  readonly consequence: string;
  /** True: the action deletes or revokes something. */
  readonly isDestructive?: boolean;
  /** Additional fields of the confirmation. */
  readonly children?: ReactNode;
  /** Called after success and after Cancel, but not after Escape, which keeps the typed values. */
  readonly onDone?: () => void;
}

/** A button that changes a row after a confirmation. The dialog shows failures. */
export function ActionButton<Data, Variables>(props: ActionButtonProps<Data, Variables>) {
  return (
    <DialogButton label={props.label} subject={props.subject} size="small">
      {(onClose) => <Confirmation {...props} onClose={onClose} />}
    </DialogButton>
  );
}

type ConfirmationProps<Data, Variables> = ActionButtonProps<Data, Variables> & { readonly onClose: () => void };

function Confirmation<Data, Variables>(props: ConfirmationProps<Data, Variables>) {
  const { label, subject, document, variables, consequence, isDestructive = false, children, onDone, onClose } = props;
  const { busy, failure, run } = useMutation(document);

  async function confirm(close: () => void) {
    if ((await run(variables)) !== undefined) {
      finish(close);
    }
  }

  function finish(close: () => void) {
    onDone?.();
    close();
  }

  return (
    <Dialog title={`${label}: ${subject}`} onClose={onClose}>
      {(close) => (
        <>
          <p>{consequence}</p>
          {children}
          {failure !== undefined && <MutationResult failure={failure} />}
          <DialogActions
            submit={label}
            onSubmit={() => void confirm(close)}
            disabled={busy}
            isDestructive={isDestructive}
            onCancel={() => finish(close)}
          />
        </>
      )}
    </Dialog>
  );
}
