import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { http } from '../../api/client.ts';
import { enter } from '../../api/session.ts';
import { Entrance } from '../../components/entrance.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { strings } from '../../strings/index.ts';
import { useMailToken } from './mail-token.ts';

const text = strings.auth.activate;

/** Confirms an address by the link of a mail, and is signed in. */
export default function Activate() {
  const token = useMailToken();
  const navigate = useNavigate();
  // A query, not a mutation: it is sent once for each token, however often the page is put up.
  const { data: me, error } = useQuery({
    queryKey: ['activate', token],
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
    queryFn: () => activate(token ?? ''),
  });
  useEffect(() => {
    if (!me) return;
    enter(me);
    void navigate('/', { replace: true });
  }, [me, navigate]);
  const foot = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {text.again}
    </Anchor>
  );
  if (!token) return <Entrance title={text.failed} intro={text.noToken} foot={foot} />;
  if (error) {
    return (
      <Entrance title={text.failed} foot={foot}>
        <RefusalAlert error={error} title="" />
      </Entrance>
    );
  }
  return (
    <Entrance title={text.title}>
      <Loading />
    </Entrance>
  );
}

async function activate(token: string) {
  const { data, error } = await http.POST('/auth/activate', { body: { token } });
  if (error) throw error;
  return data;
}
