import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { api, isApiError } from '../api/client.ts';
import { endSession, settleKeptPages, startSession } from '../api/session.ts';
import { errorText } from './issues.ts';
import { strings } from '../strings/index.ts';

/** What the signed-in person can do from every page: sign out, and work in another organisation. */
export function useAccount(): { signOut(): void; switchTo(organizationId: string): void } {
  const navigate = useNavigate();
  const goToSignIn = (): void => {
    endSession();
    void navigate('/sign-in');
  };
  const signOut = api.useMutation('post', '/auth/logout', {
    onSuccess: goToSignIn,
    onError: (error) => {
      // Without an answer the session is still alive, and the page must not pretend otherwise.
      if (isApiError(error) && error.code === 'not_signed_in') goToSignIn();
      else {
        notifications.show({ color: 'red', message: errorText(error) });
      }
    },
  });
  const switchTo = api.useMutation('post', '/organization/switch', {
    onSuccess: (next) => {
      startSession(next);
      void navigate('/');
    },
  });
  const unlessLost = async (then: () => void): Promise<void> => {
    if (await settleKeptPages()) then();
    else notifications.show({ color: 'red', message: strings.composer.dialogs.notSettled });
  };
  return {
    signOut: () => void unlessLost(() => signOut.mutate({})),
    switchTo: (organizationId) => void unlessLost(() => switchTo.mutate({ body: { organizationId } })),
  };
}
