import type { AdminNotice } from '@mupiira/contract/admin-notices.ts'

/** In the order in which they are chosen from. */
export const PRIORITIES: { readonly [P in AdminNotice['priority']]: string } = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}
