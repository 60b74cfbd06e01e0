import { Box, Menu, Text, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { Link } from 'react-router';
import type { Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import { AccountButton } from './account-button.tsx';
import { Icon } from './icon.tsx';
import { useAccount } from './use-account.ts';

const { menu } = strings.common;

/**
 * The account with its menu, open from the start: `AccountMenu` in side-bar.tsx fetches it when it is asked
 * for.
 */
export default function AccountMenu({ me }: { me: Me }) {
  const { signOut, switchTo } = useAccount();
  return (
    <Menu
      defaultOpened
      position="top-start"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AccountButton person={me} />
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
        <Menu.RadioGroup aria-label={menu.organization} value={me.organization?.id ?? ''} onChange={switchTo}>
          <Menu.Label>{menu.organization}</Menu.Label>
          {me.organizations.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} className="any-text" closeMenuOnClick>
              <bdi>{name}</bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/profile" leftSection={<Icon name="user" size={16} />}>
          {menu.profile}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" size={16} />} onClick={signOut}>
          {menu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
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
  );
}
