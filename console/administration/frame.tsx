import type { ReactNode } from 'react';
import { hrefOf } from '../shared/location.js';
import { usePermissions } from '../shared/permissions.js';
import { type AdministrationPath, paths } from './paths.js';
import './administration.css';

interface FrameProps {
  readonly page: AdministrationPath;
  readonly hint: string;
  /** Creates an item of the list. It can show a secret once, so that it stays on the page if the list fails. */
  readonly form?: ReactNode;
  readonly children: ReactNode;
}

/** A page of administrators: its title and links to the others that the person may open. */
export function Frame({ page, hint, form, children }: FrameProps) {
  const permissions = usePermissions();
  const open = Object.values(paths).filter(({ permission }) => permissions.includes(permission));
  return (
    <div className="page">
      {open.length > 0 && (
        <nav className="tabs" aria-label="Administration">
          {open.map(({ path, title }) => (
            <a key={path} href={hrefOf(path)} aria-current={path === page.path ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      )}
      <h1>{page.title}</h1>
      <p className="hint">{hint}</p>
      {permissions.includes(page.permission) && form}
      {children}
    </div>
  );
}
