// The columns by which the server sorts the console's lists.
export const TICKET_SORTS = ['date', 'stake', 'odds', 'win', 'payout', 'status', 'changed'] as const
/**
 * `date` is the day of creation. `schedule` lists live games first, then upcoming games by kick-off, then the other
 * games, the latest kick-off first.
 */
export const GAME_SORTS = ['date', 'start', 'schedule'] as const
/** The default order of the trading grid is `schedule`. */
export const TRADING_SORTS = ['start'] as const
export const PAYMENT_SORTS = ['date', 'amount', 'fee', 'type', 'status', 'method', 'provider'] as const
/** `date` is the time since which a withdrawal waits. The default is the longest wait first. */
export const HELD_WITHDRAWAL_SORTS = ['date', 'amount', 'fee'] as const
/** `date` is the day of registration. */
export const USER_SORTS = ['date', 'balance', 'first', 'last', 'username', 'status'] as const
export const SEARCH_NAME_SORTS = ['name', 'kind', 'rank'] as const
export const DELAYED_BET_SORTS = ['date', 'stake', 'requested', 'accepted', 'state'] as const
export const AUDIT_SORTS = ['date'] as const
/** `date` is the time at which an alert opened. The default is `state`, open alerts first. */
export const ALERT_SORTS = ['date', 'state', 'kind', 'seen'] as const
export const NOTICE_SORTS = ['date'] as const
export const LEDGER_SORTS = ['date'] as const
