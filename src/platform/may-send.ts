/**
 * Begins the text of each statement after which a part may be sent. Whoever freezes recognises by it, in
 * pg_stat_activity, the statements that began before the freeze, and waits until they are over.
 */
export const MAY_SEND = '/* may send */';
