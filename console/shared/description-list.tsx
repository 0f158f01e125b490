import './description-list.css';
import type { ReactNode } from 'react';

/** A list of names with values. The children are of type {@link DescriptionItem}. */
export function DescriptionList({ children }: { readonly children: ReactNode }) {
  return <dl className="description-list">{children}</dl>;
}

export function DescriptionItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="description-item">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
