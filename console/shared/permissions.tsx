import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { ViewerPermissionsDocument } from '../generated/operations.js';
import { runOperation } from './graph-client.js';
import { useRevision } from './revision.js';
import { useIdentity } from './session-store.js';

interface Viewer {
  /** Id of the person; empty until it is known. */
  readonly id: string;
  readonly permissions: readonly string[];
}

interface Known extends Viewer {
  readonly identity: string;
}

const nobody: Viewer = { id: '', permissions: [] };
const ViewerContext = createContext(nobody);

/** The permissions of the signed-in person, such as `people.read`; none until they are known. */
export function usePermissions(): readonly string[] {
  return useViewer().permissions;
}

/** The person who is signed in. */
export function useViewer(): Viewer {
  return useContext(ViewerContext);
}

/** The permissions of anonymous callers, if the settings allow them. */
const anonymousPermissions: readonly string[] = ['viewer.read', 'alerts.read'];

/**
 * Returns a function that checks whether the viewer has a permission. Without a session, it checks whether the settings
 * can grant the permission to anonymous callers.
 */
export function useAccess(): (permission: string) => boolean {
  const { id, permissions } = useViewer();
  return (permission) => (id === '' ? anonymousPermissions : permissions).includes(permission);
}

/** Queries the signed-in person once, and provides the result to all components. */
export function ViewerProvider({ children }: { readonly children: ReactNode }) {
  const identity = useIdentity();
  const [last, setLast] = useState<Known>();
  const lastKnown = last !== undefined && last.identity === identity ? last : undefined;
  const isKnown = lastKnown !== undefined;
  // A failed query is repeated with the queries of the page.
  const attempt = useRevision();

  useEffect(() => {
    if (identity === undefined || identity === '' || isKnown) {
      return;
    }
    const abort = new AbortController();
    runOperation({ document: ViewerPermissionsDocument, variables: {}, signal: abort.signal }).then(
      ({ viewer }) => setLast({ identity, id: viewer.id, permissions: viewer.permissions }),
      // The page shows the reason for the failure.
      () => undefined,
    );
    return () => abort.abort();
  }, [identity, isKnown, attempt]);

  return <ViewerContext value={lastKnown ?? nobody}>{children}</ViewerContext>;
}
