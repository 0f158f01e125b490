import { type ReactNode, useState } from 'react';

interface CreateDetailsProps {
  /** The label of the form, such as `New token`. */
  readonly label: string;
  /** Whether the form is initially open, for a link that fills it in. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A form that creates an object, behind a button, because most visitors of a page use its list. */
export function CreateDetails({ label, isOpen = false, children }: CreateDetailsProps) {
  // Only the initial value counts. After that, the person opens and closes the form.
  const [isInitiallyOpen] = useState(isOpen);
  return (
    <details className="create-details" data-create={label} open={isInitiallyOpen}>
      <summary className="button">{label}</summary>
      {children}
    </details>
  );
}

/** Opens the form of a {@link CreateDetails} of the page. Shown where its list is empty. */
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
      <button type="button" className="button button-main" onClick={open}>
        {label}
      </button>
    </p>
  );
}
