/** What the variables of v1's .env mean here. */

/** Names that mean the same in both, and prefixes of those of the networks. */
const SAME = [
  'FRONTEND_URL',
  'NEXT_PUBLIC_BACKEND_URL',
  'MAIN_URL',
  'PORT',
  'API_LIMIT',
  'NOT_SECURED',
  'DISABLE_REGISTRATION',
  'EMAIL_PROVIDER',
  'EMAIL_HOST',
  'EMAIL_PORT',
  'EMAIL_USER',
  'EMAIL_PASS',
  'EMAIL_SECURE',
  'EMAIL_FROM_ADDRESS',
  'EMAIL_FROM_NAME',
  'RESEND_API_KEY',
  'NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY',
  'RESTRICT_UPLOAD_DOMAINS',
  'CLOUDFLARE_ACCOUNT_ID',
  'CLOUDFLARE_ACCESS_KEY',
  'CLOUDFLARE_SECRET_ACCESS_KEY',
  'CLOUDFLARE_BUCKETNAME',
  'CLOUDFLARE_BUCKET_URL',
  'CLOUDFLARE_REGION',
  'DISABLE_SSRF_PROTECTION',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'STRIPE_SECRET_KEY',
];
const OF_ANOTHER_KIND =
  'of another kind: v1 has the keys of OAuth 1.0a; set here the client ID and secret of OAuth 2.0 of the app';
const OTHERWISE: Readonly<Record<string, string>> = {
  // v1.0.0, v2.11.3 and v2.23.0: x.provider.ts gives them to TwitterApi as appKey and appSecret.
  X_API_KEY: OF_ANOTHER_KIND,
  X_API_SECRET: OF_ANOTHER_KIND,
  DATABASE_URL: 'give this instance a database of its own; the old one is only read',
  REDIS_URL:
    'not needed: Crier has no Redis; that of a v1 up to v2.11.3 belongs to --redis for this migration',
  TEMPORAL_ADDRESS: 'give it with --temporal for this migration; Crier has a Temporal of its own',
  TEMPORAL_NAMESPACE: 'belongs to --temporal HOST:PORT/NAMESPACE',
  TEMPORAL_TLS: 'true is --temporal tls://HOST:PORT/NAMESPACE',
  TEMPORAL_API_KEY: 'read for --temporal',
  JWT_SECRET: 'needed for this migration only; sessions of v1 end, and everyone signs in again',
  BACKEND_INTERNAL_URL: 'not needed: web app and API are one process',
  RUN_CRON: 'not needed: the reconciler always runs',
  STORAGE_PROVIDER:
    'the same here; give the bucket of v1 to Crier or another one: files are copied when --uploads is a URL',
  UPLOAD_DIRECTORY: 'give this instance a folder of its own; name the old one, or its URL, with --uploads',
  IS_GENERAL: 'not needed',
  STRIPE_PUBLISHABLE_KEY: 'not needed: plans are bought on pages of Stripe',
};

/** What to do with each name, in the order given. `networks`: the variables that networks here read. */
export function explainVariables(
  names: readonly string[],
  networks: ReadonlySet<string>,
): { readonly name: string; readonly means: string }[] {
  return names.map((name) => {
    const otherwise = OTHERWISE[name];
    if (otherwise) return { name, means: otherwise };
    const isSame = SAME.includes(name) || networks.has(name);
    return { name, means: isSame ? 'the same here' : 'unknown here: not needed' };
  });
}
