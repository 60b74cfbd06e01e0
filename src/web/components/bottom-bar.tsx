import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import classes from './bottom-bar.module.css';
import { Icon } from './icon.tsx';
import { latePart } from './late-part.tsx';
import { compose, placesOf, type Place } from './places.ts';

const { nav } = strings.common;
/** Fetched when it is opened first: most windows have no bar at the bottom. */
const MoreSheet = latePart(() => import('./more-sheet.tsx'));

/** The navigation of a phone: four places and the button that composes, in reach of a thumb. */
export function BottomBar({ me }: { me: Me }) {
  const [opened, sheet] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = (): void => {
    setWasOpened(true);
    sheet.open();
  };
  const { pathname } = useLocation();
  const { first, more } = placesOf(me);
  const isInMore = more.some(({ to }) => pathname.startsWith(to));
  return (
    <>
      <nav aria-label={nav.label} className={classes.bar}>
        {first.slice(0, 2).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <NavLink to={compose.to} className={classes.compose} aria-label={compose.label}>
          <span>
            <Icon name={compose.icon} size={24} />
          </span>
        </NavLink>
        {first.slice(2).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <UnstyledButton
          className={classes.place}
          data-current={isInMore || undefined}
          aria-haspopup="dialog"
          onClick={open}
        >
          <Icon name="dots" size={22} />
          <span>{nav.more}</span>
        </UnstyledButton>
      </nav>
      {wasOpened && <MoreSheet me={me} places={more} opened={opened} onClose={sheet.close} />}
    </>
  );
}

function PlaceLink({ place }: { place: Place }) {
  return (
    <NavLink to={place.to} end={place.to === '/'} className={classes.place}>
      <Icon name={place.icon} size={22} />
      <span>{place.label}</span>
    </NavLink>
  );
}
