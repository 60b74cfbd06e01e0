/**
 * Readings that many callers ask for at once, by key. A caller that asks while one runs waits for the next,
 * with all others that came meanwhile: an answer is never older than its question, and no key is read twice
 * at a time.
 */
export function shareReadings<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, { readonly now: Promise<T>; next?: Promise<T> }>();
  const begin = (key: string): Promise<T> => {
    const reading = { now: read(key) };
    running.set(key, reading);
    const end = (): void => {
      if (running.get(key) === reading) running.delete(key);
    };
    reading.now.then(end, end);
    return reading.now;
  };
  return (key) => {
    const reading = running.get(key);
    if (!reading) return begin(key);
    const after = (): Promise<T> => begin(key);
    return (reading.next ??= reading.now.then(after, after));
  };
}
