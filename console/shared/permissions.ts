import { useEffect, useState } from 'react';
import { ViewerPermissionsDocument } from '../generated/operations.js';
import { runOperation } from './graph-client.js';
import { useIdentity } from './session-store.js';

interface Viewer {
  /** Identity of the person; empty until it is known. */
  readonly id: string;
  readonly permissions: readonly string[];
}

interface Known extends Viewer {
  readonly identity: string;
}

const none: Viewer = { id: '', permissions: [] };

/** The permissions of the person who is signed in, such as `people.read`; none until they are known. */
export function usePermissions(): readonly string[] {
  return useViewer().permissions;
}

/** The person who is signed in. */
export function useViewer(): Viewer {
  const identity = useIdentity();
  const [known, setKnown] = useState<Known>();

  useEffect(() => {
    if (identity === undefined || identity === '') {
      return;
    }
    const abort = new AbortController();
    runOperation({ document: ViewerPermissionsDocument, variables: {}, signal: abort.signal }).then(
      ({ viewer }) => setKnown({ identity, id: viewer.id, permissions: viewer.permissions }),
      // The page shows why the server does not respond.
      () => undefined,
    );
    return () => abort.abort();
  }, [identity]);

  return known !== undefined && known.identity === identity ? known : none;
}
