import type { ReactNode } from 'react';

/** Shown until the first response arrives. */
export function LoadingPanel({ dataName }: { readonly dataName: string }) {
  return (
    <div className="state-panel" role="status">
      <span className="spinner" aria-hidden="true" />
      <p>Loading {dataName}…</p>
    </div>
  );
}

interface EmptyPanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Shown for an empty result. The children suggest an action. */
export function EmptyPanel({ title, children }: EmptyPanelProps) {
  return (
    <section className="state-panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
