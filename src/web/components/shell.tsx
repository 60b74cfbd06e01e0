import { ActionIcon, Anchor, Avatar, Box, Group, Menu, SegmentedControl, Text, VisuallyHidden, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Link, NavLink, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { enter, leave, useSession, type Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import { Loading } from './loading.tsx';
import { RefusalAlert } from './refusal-alert.tsx';
import classes from './shell.module.css';

const { nav, menu } = strings.common;

/** Everything that needs somebody to be signed in: the bar on top, and the page below it. Others are sent to sign in and come back. */
export function Shell() {
  const { me, error } = useSession();
  const location = useLocation();
  if (error) return <RefusalAlert error={error} />;
  if (me === undefined) return <Loading />;
  if (me === null) return <Navigate replace to={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`} />;
  return (
    <>
      <Anchor href="#content" className="skip-link">{strings.common.skipToContent}</Anchor>
      <Bar me={me} />
      <Outlet context={me} />
    </>
  );
}

function Bar({ me }: { me: Me }) {
  return (
    <Box component="header" className={classes.bar}>
      <Group justify="space-between" wrap="nowrap" className={classes.inner}>
        <Group gap="lg" wrap="nowrap">
          <Link to="/" className={classes.brand} aria-label={strings.common.product}><img src="/assets/icon.svg" alt="" width={26} height={26} /><span className={classes.name}>{strings.common.product}</span></Link>
          <Group component="nav" aria-label={nav.label} gap={4} wrap="nowrap">
            <NavLink to="/" end className={classes.link}>{nav.home}</NavLink>
            <NavLink to="/settings" className={classes.link}>{nav.settings}</NavLink>
          </Group>
        </Group>
        <AccountMenu me={me} />
      </Group>
    </Box>
  );
}

function AccountMenu({ me }: { me: Me }) {
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = api.useMutation('post', '/auth/logout', { onSettled: () => { leave(); void navigate('/sign-in'); } });
  const change = api.useMutation('post', '/organization/switch', { onSuccess: (next) => { enter(next); void navigate('/'); } });
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" size={40} radius="xl"><Avatar name={me.user.name} color="initials" size={34} alt="" /><VisuallyHidden>{`${menu.label}: ${me.user.name}`}</VisuallyHidden></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py={6}><Text fw={600} size="sm" className="any-text">{me.user.name}</Text><Text size="xs" c="dimmed" className="any-text">{me.user.email}</Text></Box>
        <Menu.Divider />
        <Menu.Label>{menu.organization}</Menu.Label>
        {me.organizations.map(({ id, name }) => (
          <Menu.Item key={id} role="menuitemradio" aria-checked={id === me.organization?.id} fw={id === me.organization?.id ? 650 : 400} className="any-text"
            onClick={() => { if (id !== me.organization?.id) change.mutate({ body: { organizationId: id } }); }}>{name}</Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{menu.colours}</Menu.Label>
        <Box px="sm" pb={6}>
          <SegmentedControl fullWidth size="xs" aria-label={menu.colours} value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}
            data={[{ value: 'light', label: menu.light }, { value: 'dark', label: menu.dark }, { value: 'auto', label: menu.auto }]} />
        </Box>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/profile">{menu.profile}</Menu.Item>
        <Menu.Item onClick={() => signOut.mutate({})}>{menu.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
