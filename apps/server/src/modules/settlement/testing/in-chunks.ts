import type { TestApp } from '../../../testing/test-app.ts'
import type { SettlementDeps } from '../settle-games.ts'

/** Settles with small transactions, so that one game needs several. */
export const inChunks = ({ modules }: TestApp, ticketsAtOnce = 7): SettlementDeps => ({
  ...modules,
  ticketsAtOnce,
  slow: new Map(),
})
