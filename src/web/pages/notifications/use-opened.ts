import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { startSession, useSession } from '../../api/session.ts';

/**
 * What was clicked in a browser's notification, which leads here with the organisation and one of the
 * notifications that it stands for (activities/tell-people.ts): it is marked as read, and its place is
 * opened. Returns why the organisation could not be opened.
 */
export function useOpened<Notification extends { readonly ids: readonly string[]; readonly read: boolean }>(
  notifications: readonly Notification[] | undefined,
  { read, placeOf }: { read(one: Notification): void; placeOf(one: Notification): string },
): unknown {
  const [search] = useSearchParams();
  const [open, home] = [search.get('open'), search.get('in')];
  const { me } = useSession();
  const navigate = useNavigate();
  const switchTo = api.useMutation('post', '/organization/switch', {
    onSuccess: (next) => {
      startSession(next);
      location.reload();
    },
  });
  const isDone = useRef(false);
  useEffect(() => {
    if (!open || !me || isDone.current) return;
    const isElsewhere = home !== null && home !== me.organization?.id;
    if (!isElsewhere && !notifications) return;
    isDone.current = true;
    if (isElsewhere) return switchTo.mutate({ body: { organizationId: home } });
    const found = notifications?.find(({ ids }) => ids.includes(open));
    if (found && !found.read) read(found);
    void navigate(found ? placeOf(found) : '/notifications', { replace: true });
  });
  return switchTo.error;
}
