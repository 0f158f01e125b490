import { useEffect, useState } from 'react';
import { hrefOf, navigate, useLocation } from '../shared/location.js';

/** The token of the link that opened the page. It leaves the address at once, so that neither history nor screenshots keep it. */
export function useMailedToken(): string {
  const { path, search } = useLocation();
  const present = search.get('token');
  const [token, setToken] = useState(present ?? '');
  useEffect(() => {
    if (present !== null) {
      setToken(present);
      navigate(hrefOf(path), { replace: true });
    }
  }, [path, present]);
  return token;
}
