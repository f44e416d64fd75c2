import type { TicketStatus } from './states.ts'

/** The names of ticket statuses for staff, on screen and in exports. */
export const TICKET_STATUS_TEXTS: { readonly [S in TicketStatus]: string } = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  void: 'Void',
  cancelled: 'Cancelled',
  cashout: 'Cashout',
}
