import { type ReactNode, useState } from 'react';
import { Button } from './button.js';

interface CreateFormProps {
  /** The label of the form, such as `New token`. */
  readonly label: string;
  /** Whether the form is initially open, for a link that fills it in. */
  readonly isOpen?: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form that creates an object. A button opens the form, because most visitors of a page only use its list. */
export function CreateForm({ label, isOpen = false, onSubmit, children }: CreateFormProps) {
  // Only the initial value is used. After that, the person opens and closes the form.
  const [isInitiallyOpen] = useState(isOpen);
  return (
    <details className="create-details" data-create={label} open={isInitiallyOpen}>
      <summary className="button">{label}</summary>
      <form
        className="line-form create-form"
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </details>
  );
}

/** Opens the {@link CreateForm} of the page. Shown if the list of the page is empty. */
export function CreateButton({ label }: { readonly label: string }) {
  function open() {
    const details = document.querySelector<HTMLDetailsElement>(`details[data-create="${label}"]`);
    if (details !== null) {
      details.open = true;
      details.querySelector<HTMLElement>('input, select, textarea')?.focus();
    }
  }
  return (
    <p>
      <Button variant="main" onClick={open}>
        {label}
      </Button>
    </p>
  );
}
