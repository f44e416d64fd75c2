import type { Db } from '../../kernel/db/sql.ts'
import type { SettingsDoor } from '../settings/index.ts'
import { type Deed, createFourEyes, type Judgement } from './four-eyes.ts'

/** Why what was approved could not be done any more. */
export type DeedRefusal =
  | 'ADJUSTMENT_ABOVE_BALANCE'
  | 'DECISION_IMPOSSIBLE'
  | 'PAYMENT_NOT_FOUND'
  | 'TICKET_NOT_FOUND'
  | 'TICKET_NOT_PENDING'
  | 'GAME_NOT_FOUND'
  | 'RESULT_TOO_EARLY'
  | 'RESULT_IMPOSSIBLE'
  | 'RESULT_SAME'
  | 'RESULT_CHANGED'
  | 'START_CHANGED'
  | 'SETTING_REFUSED'

export type Approvals = ReturnType<typeof createApprovals>

/** What waits for a second member of staff, of every kind; each kind says itself what is done once he agrees. */
export function createApprovals(db: Db, settings: Pick<SettingsDoor, 'current'>) {
  const deeds = new Map<string, Deed<DeedRefusal>>()
  return {
    fourEyes: createFourEyes<DeedRefusal>(db, settings, deeds),
    register: (kind: string, deed: Deed<DeedRefusal>): void => void deeds.set(kind, deed),
  }
}

/** Of a change of settings that another one looks at. */
export const ALONE_WITH_SETTINGS_FLAG = 'a setting that takes two admins, with one only'

/** Of odds that are a gift by the model. */
export const ALONE_WITH_ODDS_FLAG = 'odds above the fair ones, with one admin only'

/** In the audit log, of what nobody else could look at (ADMT-30): a small deed says that it is so by those before it. */
const ALONE_FLAGS = {
  alone: 'above the four-eyes threshold, with one admin only',
  'alone-in-sum': 'above the four-eyes threshold with what was moved alone within 24 hours, with one admin only',
} as const

export const flagOf = (judgement: Judgement): { readonly flag?: string } =>
  judgement === 'alone' || judgement === 'alone-in-sum' ? { flag: ALONE_FLAGS[judgement] } : {}
