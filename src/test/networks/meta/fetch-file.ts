/** How a stand-in of Meta gets a file whose URL it was given. */

/** Reaches a public URL from inside the tests; the stand-in knows no other way out. */
export type Reach = (url: string, init: RequestInit) => Promise<Response>;

/** Files by their URL; null where there was none. */
export type Fetched = Map<string, Buffer | null>;

/** Asks for the size first, and then for the file in two ranges, as one that stores it in parts does. */
export async function fetchFile(reach: Reach, url: string): Promise<Buffer | null> {
  const head = await reach(url, { method: 'HEAD' });
  const size = Number(head.headers.get('content-length'));
  if (head.status !== 200 || !size || !/^(image|video)\//.test(head.headers.get('content-type') ?? '')) {
    return null;
  }
  const middle = Math.floor(size / 2);
  const parts = await Promise.all(
    [`bytes=0-${middle - 1}`, `bytes=${middle}-`].map(async (range) => {
      const answer = await reach(url, { headers: { range } });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    }),
  );
  return parts.every(({ status }) => status === 206) ? Buffer.concat(parts.map(({ bytes }) => bytes)) : null;
}
