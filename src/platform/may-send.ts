/**
 * Starts the text of each statement after which a part may be sent. A freeze recognises by it, in
 * pg_stat_activity, the statements that started before the freeze, and waits for them.
 */
export const MAY_SEND = '/* may send */';
