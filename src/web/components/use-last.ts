import { useState } from 'react';

/** The value, or the last one that there was: what a dialog goes on showing while it closes. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
