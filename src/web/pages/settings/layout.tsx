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
export const isAdmin = (me: Me): boolean => me.organization?.role === 'owner' || me.organization?.role === 'admin';

/** The rooms of the settings: a list at the side, a row to scroll on a phone. Those that would refuse are not offered. */
export default function SettingsLayout() {
  const me = useMe();
  const rooms: [string, string][] = [
    ['profile', nav.profile], ['organization', nav.organization], ['members', nav.members], ['channels', nav.channels],
    ...(isAdmin(me) ? [['api-keys', nav.keys], ['apps', nav.apps]] as [string, string][] : []),
    ['approved-apps', nav.approved],
    ...(me.features.billing ? [['plan', nav.plan]] as [string, string][] : []),
    ...(isAdmin(me) ? [['history', nav.audit]] as [string, string][] : []),
  ];
  return (
    <Page title={strings.settings.title}>
      <Box className={classes.columns}>
        <Group component="nav" aria-label={nav.label} className={classes.nav} gap={4}>{rooms.map(([to, label]) => <NavLink key={to} to={to} className={classes.link}>{label}</NavLink>)}</Group>
        <Box className={classes.room}><Outlet context={me} /></Box>
      </Box>
    </Page>
  );
}

/** Shown at the address of a room that is for admins. */
export function OnlyAdmins() {
  return <Text c="dimmed">{strings.settings.onlyAdmins}</Text>;
}
