import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { NavLink, Outlet, useLocation, useNavigate, useOutletContext } from 'react-router';
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

/** A page of the settings: the end of its path, and its name. */
type Area = readonly [path: string, label: string];

/** The pages that this person may open; others would be refused. */
function areasOf(me: Me): { readonly all: readonly Area[]; readonly developers: readonly Area[] } {
  return {
    all: [
      ['profile', nav.profile],
      ['notifications', nav.notifications],
      ['organization', nav.organization],
      ...(isAdmin(me) ? ([['short-links', nav.links]] as const) : []),
      ['members', nav.members],
      ['approved-apps', nav.approved],
      ...(me.features.billing ? ([['plan', nav.plan]] as const) : []),
      ...(isAdmin(me) ? ([['history', nav.audit]] as const) : []),
    ],
    developers: isAdmin(me)
      ? [
          ['api-keys', nav.keys],
          ['apps', nav.apps],
          ['webhooks', nav.webhooks],
        ]
      : [],
  };
}

/** The end of the path of the page that is open, also below it. */
const useArea = (): string => useLocation().pathname.split('/')[2] ?? '';

/** The settings: a menu at the side (on a phone, a field that lists the pages) and the page it leads to. */
export default function SettingsLayout() {
  const me = useMe();
  const { all, developers } = areasOf(me);
  const area = useArea();
  const part = [...all, ...developers].find(([path]) => path === area)?.[1];
  const link = ([to, label]: Area) => (
    <NavLink key={to} to={to} className={classes.link}>
      {label}
    </NavLink>
  );
  return (
    <PageLayout title={strings.settings.title} part={part}>
      <Box className={classes.columns}>
        <Group component="nav" aria-label={nav.label} className={classes.nav} gap={2}>
          {all.map(link)}
          {developers.length > 0 && <Text className={classes.heading}>{nav.developers}</Text>}
          {developers.map(link)}
        </Group>
        <AreaSelect all={all} developers={developers} />
        <Box className={classes.content}>
          <Outlet context={me} />
        </Box>
      </Box>
    </PageLayout>
  );
}

/** The same menu on a phone, where a row of links would hide some of them. */
function AreaSelect({ all, developers }: ReturnType<typeof areasOf>) {
  const area = useArea();
  const navigate = useNavigate();
  const toItems = (areas: readonly Area[]) => areas.map(([value, label]) => ({ value, label }));
  return (
    <NativeSelect
      className={classes.select}
      aria-label={nav.label}
      value={area}
      data={[
        ...toItems(all),
        ...(developers.length > 0 ? [{ group: nav.developers, items: toItems(developers) }] : []),
      ]}
      onChange={({ currentTarget }) => void navigate(`/settings/${currentTarget.value}`)}
    />
  );
}

/** What a member sees at the URL of a page that is for admins. */
export function OnlyAdmins() {
  return <Text c="dimmed">{strings.settings.onlyAdmins}</Text>;
}
