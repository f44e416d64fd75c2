import type { DeskNotice } from '@mupiira/contract/desk-notices.ts'

/** In the order in which they are chosen from. */
export const PRIORITIES: { readonly [P in DeskNotice['priority']]: string } = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}
