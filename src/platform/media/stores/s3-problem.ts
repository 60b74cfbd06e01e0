/** The errors of an S3 service, explained to the operator: which variable is wrong, and what helps. */
import { StorageProblem } from './file-store.ts';
import type { S3Settings } from './s3-settings.ts';

/** The parts of an SDK error that identify it (Amazon S3 API, "Error responses"). */
interface S3Error {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

type Words = (settings: S3Settings) => string;

/** By the service's code. An error that is missing here keeps its own message. */
const SETUP: Readonly<Record<string, Words>> = {
  NoSuchBucket: ({ bucket, names }) =>
    `there is no bucket "${bucket}": create it, or correct ${names.bucket}`,
  InvalidBucketName: ({ bucket, names }) => `"${bucket}" is no name of a bucket: correct ${names.bucket}`,
  InvalidAccessKeyId: ({ names }) => `it does not know the access key: correct ${names.accessKeyId}`,
  // versitygw 1.8.0
  XAdminUserNotFound: ({ names }) => `it does not know the access key: correct ${names.accessKeyId}`,
  SignatureDoesNotMatch: ({ names }) => `it does not accept the secret key: correct ${names.secretAccessKey}`,
  AccessDenied: ({ bucket }) =>
    `the access key may not do this: give it GetObject, PutObject, DeleteObject, AbortMultipartUpload and ` +
    `ListBucket on the bucket "${bucket}"`,
  RequestTimeTooSkewed: () => `the clock of this machine is wrong: set it (timedatectl set-ntp true)`,
  PermanentRedirect: ({ names }) => `the bucket is in another region: correct ${names.region}`,
  AuthorizationHeaderMalformed: ({ region, names }) =>
    `"${region}" is not the region of the bucket: correct ${names.region}`,
  IllegalLocationConstraintException: ({ names }) =>
    `the bucket is in another region: correct ${names.region}`,
};

/** Answers without a body have no code (HEAD). */
const BY_STATUS: Readonly<Record<number, string>> = { 301: 'PermanentRedirect', 403: 'AccessDenied' };

/** Errors of connections that were never made (Node.js, "Common system errors"; OpenSSL). */
const UNREACHABLE =
  /^(ENOTFOUND|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;
/** The service asks to wait, or is ill; repeated later, the call may succeed. */
const AWAY =
  /^(SlowDown|XAmzContentSHA256Mismatch|BadDigest|IncompleteBody|ServiceUnavailable|Throttl|TooManyRequests|InternalError|RequestTimeout|TimeoutError|EAI_AGAIN|ECONNRESET|ETIMEDOUT|EPIPE)/;

/** A message for the error of a call, which is kept as the cause. */
export function s3Problem(settings: S3Settings, error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error;
  const { name = '', code = '', message = '', $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode ?? 0;
  const known = SETUP[name] ? name : (BY_STATUS[status] ?? '');
  const at = settings.endpoint ?? `Amazon S3 (${settings.region})`;
  const problem = (message: string, away: boolean): StorageProblem =>
    new StorageProblem(`The storage at ${at}: ${message}`, {
      away,
      code: known || code || name,
      cause: error,
    });
  const setUp = SETUP[known];
  if (setUp) return problem(setUp(settings), false);
  if (UNREACHABLE.test(code)) {
    return problem(
      `it cannot be reached (${code}): correct ${settings.names.endpoint}, or let this machine reach it`,
      true,
    );
  }
  if (status >= 500 || status === 429 || AWAY.test(name) || AWAY.test(code)) {
    return problem(`it does not answer as it should (${name || code || status}): it is asked again`, true);
  }
  return problem(`${name || 'error'}: ${message}`, false);
}

/** Whether an answer means that there is no such object; for HEAD, the bucket itself may be missing. */
export function isNoObject(error: unknown): boolean {
  const { name, $metadata } = error as S3Error;
  return (
    name === 'NoSuchKey' ||
    name === 'NotFound' ||
    (name !== 'NoSuchBucket' && name !== 'XAdminUserNotFound' && $metadata?.httpStatusCode === 404)
  );
}
