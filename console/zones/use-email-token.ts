import { useEffect, useState } from 'react';
import { hrefOf, navigate, useLocation } from '../shared/location.js';

/**
 * The token in the link that opened the page. It is removed from the URL immediately, so it is not in the history or on
 * screenshots.
 */
export function useEmailToken(): string {
  const { path, search } = useLocation();
  const current = search.get('token');
  const [token, setToken] = useState(current ?? '');
  useEffect(() => {
    if (current !== null) {
      setToken(current);
      navigate(hrefOf(path), { replace: true });
    }
  }, [path, current]);
  return token;
}
