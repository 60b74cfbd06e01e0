import { useEffect, useState } from 'react';

/**
 * Whether the browser is on its way to another site; a button shows it by staying busy. It ends when the
 * person comes back to the page as they left it.
 */
export function useRedirecting(): [boolean, (redirecting: boolean) => void] {
  const [redirecting, setRedirecting] = useState(false);
  useEffect(() => {
    const back = (): void => setRedirecting(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  return [redirecting, setRedirecting];
}
