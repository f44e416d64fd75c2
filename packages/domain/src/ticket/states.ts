export type TicketStatus = 'pending' | 'won' | 'lost' | 'void' | 'cancelled' | 'cashout'
export type TransactionStatus = 'pending' | 'success' | 'failed'
export type TransactionType = 'deposit' | 'withdrawal'
export const GAME_STATUSES = [
  'upcoming',
  'live',
  'finished',
  'completed',
  'settled',
  'cancelled',
  'postponed',
  'abandoned',
] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** The successors of each state. A final state has none. */
export type StateTable<S extends string> = { readonly [state in S]: readonly S[] }

/** The transitions of a ticket. `ticketCorrections` lists those of a resettlement. */
export const ticketStates: StateTable<TicketStatus> = {
  pending: ['won', 'lost', 'void', 'cancelled', 'cashout'],
  won: [],
  lost: [],
  void: [],
  cancelled: [],
  cashout: [],
}

/** The transitions of a resettlement (D21, D42): a settled ticket is reopened or gets another outcome. */
export const ticketCorrections: StateTable<TicketStatus> = {
  pending: [],
  won: ['pending', 'lost', 'void'],
  lost: ['pending', 'won', 'void'],
  void: ['pending', 'won', 'lost'],
  cancelled: [],
  cashout: [],
}

/**
 * A failed deposit is still credited if the provider confirms it later (DEP-25, D32). A withdrawal has one outcome
 * only.
 */
export const transactionStates: { readonly [type in TransactionType]: StateTable<TransactionStatus> } = {
  deposit: { pending: ['success', 'failed'], failed: ['success'], success: [] },
  withdrawal: { pending: ['success', 'failed'], failed: [], success: [] },
}

/** A corrected result does not change the status of the game (D21). */
export const gameStates: StateTable<GameStatus> = {
  upcoming: ['live', 'finished', 'cancelled', 'postponed', 'abandoned'],
  postponed: ['upcoming', 'live', 'finished', 'cancelled'],
  live: ['finished', 'abandoned', 'cancelled', 'postponed'],
  abandoned: ['live', 'finished', 'cancelled'],
  finished: ['completed', 'settled'],
  completed: ['settled'],
  settled: [],
  cancelled: [],
}

/** Returns whether a transition is allowed. `canTransition(ticketStates, 'pending', 'won')` → true */
export const canTransition = <S extends string>(table: StateTable<S>, from: S, to: S): boolean =>
  table[from].includes(to)
