import { Box, Group, Text } from '@mantine/core';
import { NavLink, Outlet, useOutletContext } from 'react-router';
import type { Me } from '../../api/session.ts';
import { PageLayout } from '../../components/page-layout.tsx';
import { strings } from '../../strings/index.ts';
import classes from './layout.module.css';

const { nav } = strings.settings;

/** The signed-in person, for the pages below. */
export const useMe = (): Me => useOutletContext<Me>();

/** Whether the person is an owner or an admin of the current organisation. */
export const isAdmin = (me: Me): boolean =>
  me.organization?.role === 'owner' || me.organization?.role === 'admin';

/**
 * The settings: a menu at the side (on a phone, a row that scrolls) and the page it leads to. Pages that
 * would be refused are left out of the menu.
 */
export default function SettingsLayout() {
  const me = useMe();
  const pages: [string, string][] = [
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
    <NavLink key={to} to={to} className={classes.link} ref={scrollToCurrent}>
      {label}
    </NavLink>
  );
  return (
    <PageLayout title={strings.settings.title}>
      <Box className={classes.columns}>
        <Group component="nav" aria-label={nav.label} className={classes.nav} gap={4}>
          {pages.map(link)}
          {developers.length > 0 && <Text className={classes.heading}>{nav.developers}</Text>}
          {developers.map(link)}
        </Group>
        <Box className={classes.content}>
          <Outlet context={me} />
        </Box>
      </Box>
    </PageLayout>
  );
}

/** On a phone the menu scrolls sideways: the open page stays in view. */
function scrollToCurrent(link: HTMLAnchorElement | null): void {
  if (link?.getAttribute('aria-current')) link.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** What a member sees at the address of a page that is for admins. */
export function OnlyAdmins() {
  return <Text c="dimmed">{strings.settings.onlyAdmins}</Text>;
}
