import {
  ActionIcon,
  Anchor,
  Avatar,
  Box,
  Group,
  Menu,
  Text,
  VisuallyHidden,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, NavLink, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { api, isApiError } from '../api/client.ts';
import { endSession, startSession, useSession, type Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import { Loading } from './loading.tsx';
import { ErrorAlert } from './error-alert.tsx';
import classes from './shell.module.css';
import { TemporalLine } from './temporal-line.tsx';

const { nav, menu } = strings.common;

/** The navigation bar and the page below it. Whoever is not signed in is asked to, and comes back. */
export function Shell() {
  const { me, error } = useSession();
  const location = useLocation();
  if (error) return <ErrorAlert error={error} />;
  if (me === undefined) return <Loading />;
  if (me === null) {
    return (
      <Navigate replace to={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`} />
    );
  }
  return (
    <>
      <Anchor href="#content" className="skip-link">
        {strings.common.skipToContent}
      </Anchor>
      <NavigationBar me={me} />
      <TemporalLine />
      {/* Pages keep old data while they refetch; the key stops that from crossing organisations. */}
      <Outlet key={me.organization?.id} context={me} />
    </>
  );
}

function NavigationBar({ me }: { me: Me }) {
  return (
    <Box component="header" className={classes.bar}>
      <Group justify="space-between" wrap="nowrap" className={classes.inner}>
        <Group gap="lg" wrap="nowrap">
          <Link to="/" className={classes.brand} aria-label={strings.common.product}>
            <img src="/assets/icon.svg" alt="" width={26} height={26} />
            <span className={classes.name}>{strings.common.product}</span>
          </Link>
          <Group component="nav" aria-label={nav.label} gap={4} wrap="nowrap">
            <NavLink to="/" end className={classes.link}>
              {nav.home}
            </NavLink>
            <NavLink to="/settings" className={classes.link}>
              {nav.settings}
            </NavLink>
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
        notifications.show({
          color: 'red',
          message: isApiError(error) ? error.message : strings.common.unreachable,
        });
      }
    },
  });
  const switchTo = api.useMutation('post', '/organization/switch', {
    onSuccess: (next) => {
      startSession(next);
      void navigate('/');
    },
  });
  return (
    <Menu position="bottom-end" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={40} radius="xl">
          <Avatar name={me.user.name} color="initials" size={34} alt="" />
          <VisuallyHidden>{`${menu.label}: ${me.user.name}`}</VisuallyHidden>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px="sm" py={6}>
          <Text fw={600} size="sm" className="any-text">
            {me.user.name}
          </Text>
          <Text size="xs" c="dimmed" className="any-text">
            {me.user.email}
          </Text>
        </Box>
        <Menu.Divider />
        <Menu.RadioGroup
          aria-label={menu.organization}
          value={me.organization?.id ?? ''}
          onChange={(organizationId) => switchTo.mutate({ body: { organizationId } })}
        >
          <Menu.Label>{menu.organization}</Menu.Label>
          {me.organizations.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} className="any-text" closeMenuOnClick>
              <bdi>{name}</bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup
          aria-label={menu.colours}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          <Menu.Label>{menu.colours}</Menu.Label>
          {(['light', 'dark', 'auto'] as const).map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {menu[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/profile">
          {menu.profile}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate({})}>{menu.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
