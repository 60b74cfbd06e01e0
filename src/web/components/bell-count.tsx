import { api } from '../api/client.ts';
import classes from './bell-count.module.css';

/** How many notifications are not read: beside the link to them. Nothing while there are none. */
export default function BellCount() {
  const { data } = api.useQuery('get', '/notifications/mine', {}, { staleTime: 60_000 });
  return data?.unread ? <span className={classes.count}>{data.unread}</span> : null;
}
