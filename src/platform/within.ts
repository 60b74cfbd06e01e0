/**
 * The result of `work`, if it comes within `ms` milliseconds. The work goes on after that; a failure of it
 * then is nobody's.
 *
 * @throws Error "no answer within … ms"
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
