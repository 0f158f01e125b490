import { useEffect, useRef, useState } from 'react';
import { Button } from '../shared/button.js';

interface NewSecretProps {
  readonly title: string;
  /** Labels and values; the last is the secret. */
  readonly values: readonly (readonly [label: string, value: string])[];
  readonly onDone: () => void;
}

/** A secret that the server shows once. It remains on the page until the person dismisses it. */
export function NewSecret({ title, values, onDone }: NewSecretProps) {
  const section = useRef<HTMLElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => section.current?.focus(), []);
  return (
    <section className="state-panel new-secret" aria-label={title} tabIndex={-1} ref={section}>
      <h2>{title}</h2>
      <p>Copy the secret now: it is not shown again.</p>
      {values.map(([label, value]) => (
        <SecretValue key={label} label={label} value={value} />
      ))}
      <Button onClick={onDone}>Done</Button>
    </section>
  );
}

function SecretValue({ label, value }: { readonly label: string; readonly value: string }) {
  const [copied, setCopied] = useState<boolean>();

  // Without HTTPS, browsers provide no clipboard, except to pages of the same machine.
  async function copy() {
    const isCopied = await (navigator.clipboard?.writeText(value) ?? Promise.reject(new Error())).then(
      () => true,
      () => false,
    );
    setCopied(isCopied);
  }

  return (
    <div className="secret-value">
      <label className="field">
        <span>{label}</span>
        <input type="text" readOnly value={value} onFocus={(event) => event.target.select()} />
      </label>
      <Button aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status">
        {copied === undefined ? '' : copied ? 'Copied.' : 'Not copied. Select the text and copy it.'}
      </span>
    </div>
  );
}
