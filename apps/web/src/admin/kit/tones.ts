import type { DeskTicket } from '@mupiira/contract/desk-tickets.ts'
import type { DeskTransaction } from '@mupiira/contract/desk-transactions.ts'
import type { BadgeTone } from '../../shared/ui/surfaces.tsx'

export const BET_TONES: { readonly [S in DeskTicket['status']]: BadgeTone } = {
  pending: 'live',
  won: 'up',
  lost: 'down',
  cashout: 'muted',
  void: 'muted',
  cancelled: 'muted',
}

export const PAYMENT_TONES: { readonly [S in DeskTransaction['status']]: BadgeTone } = {
  pending: 'live',
  success: 'up',
  failed: 'down',
}
