import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { api } from '../api/client.ts';
import classes from './bell-count.module.css';

/** How many notifications are not read: beside the link to them. Nothing while there are none. */
export function BellCount() {
  const { data } = api.useQuery('get', '/notifications/mine', {}, { staleTime: 60_000 });
  return data?.unread ? <span className={classes.count}>{data.unread}</span> : null;
}

/** The count comes after the first page, into the link that is there. */
export function BellInSideBar() {
  const [link, setLink] = useState<Element | null>(null);
  useEffect(() => setLink(document.querySelector('header a[href="/notifications"]')), []);
  return link && createPortal(<BellCount />, link);
}
