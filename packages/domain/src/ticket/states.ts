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

/** The states that may follow each state; a final state lists none. */
export type StateTable<S extends string> = { readonly [state in S]: readonly S[] }

/** The moves of a ticket; `ticketCorrections` has those of a resettlement. */
export const ticketStates: StateTable<TicketStatus> = {
  pending: ['won', 'lost', 'void', 'cancelled', 'cashout'],
  won: [],
  lost: [],
  void: [],
  cancelled: [],
  cashout: [],
}

/** The moves of a resettlement alone (D21, D42): a decided ticket is opened again, or decided otherwise. */
export const ticketCorrections: StateTable<TicketStatus> = {
  pending: [],
  won: ['pending', 'lost', 'void'],
  lost: ['pending', 'won', 'void'],
  void: ['pending', 'won', 'lost'],
  cancelled: [],
  cashout: [],
}

/** A failed deposit is credited still when the provider confirms it later (DEP-25, D32); a withdrawal never moves twice. */
export const transactionStates: { readonly [type in TransactionType]: StateTable<TransactionStatus> } = {
  deposit: { pending: ['success', 'failed'], failed: ['success'], success: [] },
  withdrawal: { pending: ['success', 'failed'], failed: [], success: [] },
}

/** A correction of a result does not move the game: it stays finished or settled (D21). */
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

/** `canMove(ticketStates, 'pending', 'won')` → true */
export const canMove = <S extends string>(table: StateTable<S>, from: S, to: S): boolean => table[from].includes(to)
