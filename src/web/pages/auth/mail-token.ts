import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a link in an email, from the fragment `#token=…`, which servers and their logs do not see. It
 * is removed from the address bar at once, so that neither the browser's history nor an onlooker gets it.
 * Null if the link is incomplete.
 */
export function useMailToken(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => tokenOf(hash));
  useEffect(() => {
    const found = tokenOf(hash);
    if (!found) return;
    setToken(found);
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}

const tokenOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token');
