import './administration.css';
import type { ReactNode } from 'react';
import { useAccess } from '../shared/permissions.js';
import type { AdministrationPath } from './paths.js';

interface FrameProps {
  readonly page: AdministrationPath;
  readonly hint: string;
  /**
   * The form that creates an item of the list. It is outside of the list, because it can show a secret once, even if
   * the list fails to load.
   */
  readonly form?: ReactNode;
  readonly children: ReactNode;
}

/** A page of administrators: its title, its list, and the form that adds to the list. */
export function Frame({ page, hint, form, children }: FrameProps) {
  const hasAccess = useAccess();
  return (
    <div className="page">
      <h1>{page.title}</h1>
      <p className="hint">{hint}</p>
      {hasAccess(page.permission) && form}
      {children}
    </div>
  );
}
