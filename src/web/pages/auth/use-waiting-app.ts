import { api } from '../../api/client.ts';
import { nextPath } from '../../next-path.ts';

/**
 * The name of the app whose request goes on after signing in; undefined where the person signs in for
 * themselves, or the request is not one that could be approved.
 */
export function useWaitingApp(next: string | null): string | undefined {
  const { pathname, searchParams } = new URL(nextPath(next, location.origin), location.origin);
  const isRequest = pathname === '/oauth/authorize';
  const parameter = (name: string): string | undefined => searchParams.get(name) ?? undefined;
  const { data } = api.useQuery(
    'get',
    '/oauth/authorize',
    {
      params: {
        query: {
          client_id: parameter('client_id') ?? '',
          response_type: parameter('response_type') ?? '',
          redirect_uri: parameter('redirect_uri'),
          state: parameter('state'),
          code_challenge: parameter('code_challenge'),
          code_challenge_method: parameter('code_challenge_method'),
        },
      },
    },
    { enabled: isRequest, staleTime: Infinity },
  );
  return isRequest && data && 'app' in data ? data.app.name : undefined;
}
