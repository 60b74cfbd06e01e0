import {
  CloseButton,
  Drawer,
  NativeSelect,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { NavLink } from 'react-router';
import type { Me } from '../api/session.ts';
import { AccountPicture } from './account-picture.tsx';
import { strings } from '../strings/index.ts';
import { BellCount } from './bell-count.tsx';
import classes from './bottom-bar.module.css';
import { Icon } from './icon.tsx';
import type { Place } from './places.ts';
import { useAccount } from './use-account.ts';
import { useFocusBack } from './window.ts';

const { nav, menu, close } = strings.common;

interface MoreSheetProps {
  readonly me: Me;
  readonly places: readonly Place[];
  readonly opened: boolean;
  onClose(): void;
}

/** A phone's sheet with the other places and the account. */
export default function MoreSheet({ me, places, opened, onClose }: MoreSheetProps) {
  useFocusBack(opened);
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="auto" lockScroll={false}>
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet} aria-label={nav.more}>
        <Drawer.Body className={classes.body}>
          <div className={classes.head}>
            <AccountPicture name={me.user.name} size={40} />
            <div className={classes.who}>
              <Text fw={600} size="sm" className="any-text">
                {me.user.name}
              </Text>
              <Text size="xs" c="dimmed" className="any-text">
                {me.user.email}
              </Text>
            </div>
            <CloseButton aria-label={close} onClick={onClose} size="lg" />
          </div>
          <nav aria-label={nav.more} className={classes.places}>
            {places.map(({ to, label, icon }) => (
              <NavLink key={to} to={to} className={classes.row} onClick={onClose}>
                <Icon name={icon} size={22} />
                {label}
                {icon === 'bell' && <BellCount />}
              </NavLink>
            ))}
          </nav>
          <Account me={me} onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Account({ me, onClose }: Pick<MoreSheetProps, 'me' | 'onClose'>) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { signOut, switchTo } = useAccount();
  return (
    <>
      {me.organizations.length > 1 && (
        <NativeSelect
          label={menu.organization}
          value={me.organization?.id ?? ''}
          data={me.organizations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => {
            onClose();
            switchTo(currentTarget.value);
          }}
        />
      )}
      <SegmentedControl
        aria-label={menu.colours}
        fullWidth
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: menu[value] }))}
      />
      <UnstyledButton className={classes.row} onClick={signOut}>
        <Icon name="logout" size={22} />
        {menu.signOut}
      </UnstyledButton>
    </>
  );
}
