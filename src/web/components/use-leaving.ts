import { useEffect, useState } from 'react';

/**
 * Whether the browser is on its way to another site, so that a button stays busy. Over when the person comes
 * back to the page as they left it.
 */
export function useLeaving(): [boolean, (leaving: boolean) => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const back = (): void => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  return [leaving, setLeaving];
}
