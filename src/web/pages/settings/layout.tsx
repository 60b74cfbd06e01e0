import { Box, Group, Text } from '@mantine/core';
import { NavLink, Outlet, useOutletContext } from 'react-router';
import type { Me } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { strings } from '../../strings/index.ts';
import classes from './layout.module.css';

const { nav } = strings.settings;

/** Who is signed in, for the pages below. */
export const useMe = (): Me => useOutletContext<Me>();

/** Whether the person may change what is the organisation's. */
export const isAdmin = (me: Me): boolean =>
  me.organization?.role === 'owner' || me.organization?.role === 'admin';

/**
 * The rooms of the settings: a list at the side, a row to scroll on a phone. Those that would refuse are not
 * offered.
 */
export default function SettingsLayout() {
  const me = useMe();
  const rooms: [string, string][] = [
    ['profile', nav.profile],
    ['organization', nav.organization],
    ['members', nav.members],
    ['channels', nav.channels],
    ['approved-apps', nav.approved],
    ...(me.features.billing ? ([['plan', nav.plan]] as [string, string][]) : []),
    ...(isAdmin(me) ? ([['history', nav.audit]] as [string, string][]) : []),
  ];
  const developers: [string, string][] = isAdmin(me)
    ? [
        ['api-keys', nav.keys],
        ['apps', nav.apps],
      ]
    : [];
  const link = ([to, label]: [string, string]) => (
    <NavLink key={to} to={to} className={classes.link} ref={showCurrent}>
      {label}
    </NavLink>
  );
  return (
    <Page title={strings.settings.title}>
      <Box className={classes.columns}>
        <Group component="nav" aria-label={nav.label} className={classes.nav} gap={4}>
          {rooms.map(link)}
          {developers.length > 0 && <Text className={classes.heading}>{nav.developers}</Text>}
          {developers.map(link)}
        </Group>
        <Box className={classes.room}>
          <Outlet context={me} />
        </Box>
      </Box>
    </Page>
  );
}

/** On a phone the rooms are a row that scrolls: the one that is open is in it. */
function showCurrent(link: HTMLAnchorElement | null): void {
  if (link?.getAttribute('aria-current')) link.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Shown at the address of a room that is for admins. */
export function OnlyAdmins() {
  return <Text c="dimmed">{strings.settings.onlyAdmins}</Text>;
}
