import { type ReactNode, useState } from 'react';

interface CreateDetailsProps {
  /** What the form makes, such as `New token`. */
  readonly label: string;
  /** Whether the form is shown from the start, for a link that fills it in. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A form that makes something, behind a button: most visitors of a page come for its list. */
export function CreateDetails({ label, isOpen = false, children }: CreateDetailsProps) {
  // Only the first value counts: later, the person opens and closes it.
  const [isInitiallyOpen] = useState(isOpen);
  return (
    <details className="create-details" data-create={label} open={isInitiallyOpen}>
      <summary className="button">{label}</summary>
      {children}
    </details>
  );
}

/** Opens the form of a {@link CreateDetails} of the page; shown where its list is empty. */
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
