import type { Context } from '../platform/context.ts';

/**
 * Authorization server metadata (RFC 8414). `issuer` is the API's URL, which serves this. Authorization
 * responses carry no `iss` (RFC 9207): a client configured by hand would compare it with the URL it was
 * given, and one that talks to several servers distinguishes them by a redirect URL for each (RFC 9700,
 * section 4.4.2).
 */
export function authorizationServerMetadata({ publicUrl, apiUrl }: Pick<Context, 'publicUrl' | 'apiUrl'>) {
  const authMethods = ['client_secret_post', 'client_secret_basic'];
  return {
    issuer: apiUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${apiUrl}/api/oauth/token`,
    revocation_endpoint: `${apiUrl}/api/oauth/revoke`,
    service_documentation: `${apiUrl}/docs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
  };
}
