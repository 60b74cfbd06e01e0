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
import { api, isRefusal } from '../api/client.ts';
import { enter, leave, useSession, type Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import { Loading } from './loading.tsx';
import { RefusalAlert } from './refusal-alert.tsx';
import classes from './shell.module.css';
import { TemporalLine } from './temporal-line.tsx';

const { nav, menu } = strings.common;

/**
 * Everything that needs somebody to be signed in: the bar on top, and the page below it. Others are sent to
 * sign in and come back.
 */
export function Shell() {
  const { me, error } = useSession();
  const location = useLocation();
  if (error) return <RefusalAlert error={error} />;
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
      <Bar me={me} />
      <TemporalLine />
      {/* Pages keep what they showed while they ask anew: those of another organisation are other pages. */}
      <Outlet key={me.organization?.id} context={me} />
    </>
  );
}

function Bar({ me }: { me: Me }) {
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
  const gone = (): void => {
    leave();
    void navigate('/sign-in');
  };
  const signOut = api.useMutation('post', '/auth/logout', {
    onSuccess: gone,
    onError: (error) => {
      // Who was not reached has signed nobody out, and must not look as if.
      if (isRefusal(error) && error.code === 'not_signed_in') gone();
      else {
        notifications.show({
          color: 'red',
          message: isRefusal(error) ? error.message : strings.common.unreachable,
        });
      }
    },
  });
  const change = api.useMutation('post', '/organization/switch', {
    onSuccess: (next) => {
      enter(next);
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
          onChange={(organizationId) => change.mutate({ body: { organizationId } })}
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
