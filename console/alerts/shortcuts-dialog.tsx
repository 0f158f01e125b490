import { Dialog, DialogClose } from '../shared/dialog.js';
import { CheckboxField } from '../shared/fields.js';
import { shortcuts } from './shortcuts.js';

interface ShortcutsDialogProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** Lists the keys of the list, and can switch them off, because single keys can conflict with assistive technology. */
export function ShortcutsDialog({ isOn, onSwitch, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {(close) => (
        <>
          <p>
            The keys apply to the alert that has the focus, or to the open one. Enter opens an alert, Escape closes it,
            Ctrl+Enter adds a comment.
          </p>
          <dl className="shortcuts">
            {shortcuts.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <CheckboxField
            className="shortcuts-switch"
            label="Use keyboard shortcuts in this browser"
            checked={isOn}
            onChange={onSwitch}
          />
          <DialogClose onClose={close} />
        </>
      )}
    </Dialog>
  );
}
