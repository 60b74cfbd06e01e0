/** What a call answers. @throws the API's error */
export async function answerOf<D>(call: Promise<{ data?: D; error?: unknown }>): Promise<D> {
  const { data, error } = await call;
  if (error !== undefined) throw error;
  return data as D;
}
