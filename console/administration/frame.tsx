import type { ReactNode } from 'react';
import { useAccess } from '../shared/permissions.js';
import type { AdministrationPath } from './paths.js';
import './administration.css';

interface FrameProps {
  readonly page: AdministrationPath;
  readonly hint: string;
  /** Creates an item of the list. It can show a secret once, so that it stays on the page if the list fails. */
  readonly form?: ReactNode;
  readonly children: ReactNode;
}

/** A page of administrators: its title, what it lists, and the form that adds to the list. */
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
