import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import type { User } from '@mupiira/contract/users.ts'
import type { BadgeTone } from '../../shared/ui/surfaces.tsx'

export const STATUS_TONES: { readonly [S in User['accountStatus']]: BadgeTone } = {
  active: 'up',
  suspended: 'live',
  banned: 'down',
}

export const BET_TONES: { readonly [S in AdminTicket['status']]: BadgeTone } = {
  pending: 'live',
  won: 'up',
  lost: 'down',
  cashout: 'muted',
  void: 'muted',
  cancelled: 'muted',
}

export const PAYMENT_TONES: { readonly [S in AdminTransaction['status']]: BadgeTone } = {
  pending: 'live',
  success: 'up',
  failed: 'down',
}
