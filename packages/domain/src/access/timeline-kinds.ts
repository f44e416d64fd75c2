import type { StaffCapability } from './staff-roles.ts'

type TimelineRow = { readonly text: string; readonly needs: StaffCapability }

/** The kinds of events in the timeline of a player, with the capability that staff need to see them. */
export const TIMELINE_KINDS = {
  registration: { text: 'Registration', needs: 'admin:users:read' },
  login: { text: 'Logins', needs: 'admin:users:read' },
  deposit: { text: 'Deposits', needs: 'admin:payments:read' },
  withdrawal: { text: 'Withdrawals', needs: 'admin:payments:read' },
  bet: { text: 'Bets', needs: 'admin:bets:read' },
  aviator: { text: 'Aviator', needs: 'admin:bets:read' },
  cashout: { text: 'Cashouts', needs: 'admin:bets:read' },
  limit: { text: 'Own limits', needs: 'admin:users:read' },
  restriction: { text: 'Restrictions', needs: 'admin:users:read' },
  note: { text: 'Notes', needs: 'admin:users:read' },
  staff: { text: 'Staff actions', needs: 'admin:audit:read' },
  chat: { text: 'Chats', needs: 'admin:chat:read' },
} as const satisfies Record<string, TimelineRow>

export type TimelineKind = keyof typeof TIMELINE_KINDS
export const TIMELINE_KIND_NAMES = Object.keys(TIMELINE_KINDS) as readonly TimelineKind[]
