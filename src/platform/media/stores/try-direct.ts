/**
 * Whether a bucket takes a file at a signed URL, and from a page: asked as a browser asks (Fetch Standard,
 * "CORS protocol"; Amazon S3 User Guide, "Elements of a CORS configuration").
 */
import { randomBytes } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { v7 as uuidv7 } from 'uuid';
import { arrivedPath } from '../storage.ts';
import { ARRIVING_TYPE, type DirectStore, type DirectTried } from './file-store.ts';

/** The CORS rule that a bucket needs for pages of `origin`, as the tools of S3 take it. */
export const corsRule = (origin: string): object => ({
  CORSRules: [
    {
      AllowedOrigins: [origin],
      AllowedMethods: ['PUT'],
      AllowedHeaders: ['Content-Type'],
      MaxAgeSeconds: 3600,
    },
  ],
});

type Handler = S3Client['config']['requestHandler'];
type Request = Parameters<Handler['handle']>[0];
type Headers = Readonly<Record<string, string>>;

const SIZE = 1000;

export async function tryDirect(
  handler: Handler,
  direct: Pick<DirectStore, 'urlFor'>,
  origin: string,
): Promise<DirectTried> {
  const path = arrivedPath(uuidv7());
  const url = new URL(await direct.urlFor(path, { size: SIZE, seconds: 60 }));
  const call = async (method: string, headers: Headers, body?: Buffer) => {
    const request = {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port ? { port: Number(url.port) } : {}),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, origin, ...headers },
      body,
    };
    const { response } = await handler.handle(request as Request);
    response.body?.destroy?.();
    return response;
  };
  const asked = await call('OPTIONS', {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  });
  const sent = { 'content-length': String(SIZE), 'content-type': ARRIVING_TYPE };
  const put = await call('PUT', sent, randomBytes(SIZE));
  const admits = [asked, put].every(({ headers }) =>
    ['*', origin].includes(headers['access-control-allow-origin'] ?? ''),
  );
  const allows = (name: string, value: string): boolean =>
    (asked.headers[`access-control-allow-${name}`] ?? '')
      .split(',')
      .some((one: string) => ['*', value].includes(one.trim().toLowerCase()));
  const admitted =
    asked.statusCode < 300 && admits && allows('methods', 'put') && allows('headers', 'content-type');
  return { path, status: put.statusCode, admitted };
}
