import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import type { Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import { AccountButton } from './account-button.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { Hint } from './hint.tsx';
import { Icon } from './icon.tsx';
import { latePart } from './late-part.tsx';
import { compose, placesOf, type Place } from './places.ts';
import classes from './side-bar.module.css';

const AccountMenu = latePart(() => import('./account-menu.tsx'), { meanwhile: ClosedAccount });

/** The navigation of a wide window; on one of medium width, a rail of icons. */
export function SideBar({ me }: { me: Me }) {
  const isRail = useMediaQuery('(max-width: 68.74em)') ?? false;
  const { first, more } = placesOf(me);
  return (
    <header className={classes.side}>
      <Link to="/" className={classes.brand} aria-label={strings.common.product}>
        <img src="/assets/icon.svg" alt="" width={28} height={28} />
        <span className={classes.label}>{strings.common.product}</span>
      </Link>
      <Hint label={compose.label} side="right" disabled={!isRail}>
        <Link to={compose.to} className={classes.compose} {...aheadOf(compose)}>
          <Icon name={compose.icon} size={18} />
          <span className={classes.label}>{compose.label}</span>
        </Link>
      </Hint>
      <nav aria-label={strings.common.nav.label} className={classes.places}>
        {[...first, ...more].map((place) => (
          <PlaceLink key={place.to} place={place} isRail={isRail} />
        ))}
      </nav>
      <Account me={me} />
    </header>
  );
}

/** A pointer that comes to a link, and a focus, mostly open it. */
const aheadOf = ({ to }: Place) => ({ onPointerEnter: () => fetchAhead(to), onFocus: () => fetchAhead(to) });

function PlaceLink({ place, isRail }: { place: Place; isRail: boolean }) {
  return (
    <Hint label={place.label} side="right" disabled={!isRail}>
      <NavLink to={place.to} end={place.to === '/'} className={classes.place} {...aheadOf(place)}>
        <Icon name={place.icon} />
        <span className={classes.label}>{place.label}</span>
      </NavLink>
    </Hint>
  );
}

/** The menu is fetched when it is asked for: the first page does not wait for it. */
function Account({ me }: { me: Me }) {
  const [isAsked, setIsAsked] = useState(false);
  return isAsked ? <AccountMenu me={me} /> : <ClosedAccount me={me} onClick={() => setIsAsked(true)} />;
}

function ClosedAccount({ me, onClick }: { me: Me; onClick?(): void }) {
  return <AccountButton person={me} aria-haspopup="menu" aria-expanded={false} onClick={onClick} />;
}
