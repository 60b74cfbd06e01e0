import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { http } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { useMailToken } from './mail-token.ts';

const text = strings.auth.activate;

/** Confirms an address from the link in an email; the person is then signed in. */
export default function Activate() {
  const token = useMailToken();
  const navigate = useNavigate();
  // A query rather than a mutation: it is sent once per token, however often the page is rendered.
  const { data: me, error } = useQuery({
    queryKey: ['activate', token],
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
    queryFn: () => activate(token ?? ''),
  });
  useEffect(() => {
    if (!me) return;
    startSession(me);
    void navigate('/', { replace: true });
  }, [me, navigate]);
  const foot = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {text.again}
    </Anchor>
  );
  if (!token) return <AuthCard title={text.failed} intro={text.noToken} foot={foot} />;
  if (error) {
    return (
      <AuthCard title={text.failed} foot={foot}>
        <ErrorAlert error={error} title="" />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title}>
      <Loading />
    </AuthCard>
  );
}

async function activate(token: string) {
  const { data, error } = await http.POST('/auth/activate', { body: { token } });
  if (error) throw error;
  return data;
}
