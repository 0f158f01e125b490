import { useEffect, useState } from 'react';
import { ViewerPermissionsDocument } from '../generated/operations.js';
import { runOperation } from './graph-client.js';
import { useIdentity } from './session-store.js';

interface Known {
  readonly identity: string;
  readonly permissions: readonly string[];
}

const none: readonly string[] = [];

/** The permissions of the person who is signed in, such as `people.read`; none until they are known. */
export function usePermissions(): readonly string[] {
  const identity = useIdentity();
  const [known, setKnown] = useState<Known>();

  useEffect(() => {
    if (identity === undefined || identity === '') {
      return;
    }
    const abort = new AbortController();
    runOperation({ document: ViewerPermissionsDocument, variables: {}, signal: abort.signal }).then(
      ({ viewer }) => setKnown({ identity, permissions: viewer.permissions }),
      // The page shows why the server does not respond.
      () => undefined,
    );
    return () => abort.abort();
  }, [identity]);

  return known !== undefined && known.identity === identity ? known.permissions : none;
}
