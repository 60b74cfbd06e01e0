import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret of a link in a mail, from the fragment `#token=…`, which no server and no log sees. It is taken
 * out of the address bar at once: neither the history nor somebody who looks over the shoulder has it. Null
 * when the link is not complete.
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
