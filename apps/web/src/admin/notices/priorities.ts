import type { AdminNotice } from '@mupiira/contract/admin-notices.ts'

/** In display order. */
export const PRIORITIES: { readonly [P in AdminNotice['priority']]: string } = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}
