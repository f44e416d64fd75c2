import type { Db } from '../../kernel/db/sql.ts'
import type { SettingsApi } from '../settings/index.ts'
import { type StaffAction, createFourEyes, type Evaluation } from './four-eyes.ts'

/** Why what was approved could not be done any more. */
export type ActionRefusal =
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

/** All requests that wait for a second approver. Each kind registers the action that follows its approval. */
export function createApprovals(db: Db, settings: Pick<SettingsApi, 'current'>) {
  const staffActions = new Map<string, StaffAction<ActionRefusal>>()
  return {
    fourEyes: createFourEyes<ActionRefusal>(db, settings, staffActions),
    register: (kind: string, staffAction: StaffAction<ActionRefusal>): void => void staffActions.set(kind, staffAction),
  }
}

/** Audit flag of a settings change that requires two admins. */
export const ALONE_WITH_SETTINGS_FLAG = 'a setting that takes two admins, with one only'

/** Audit flag of odds above the fair price. */
export const ALONE_WITH_ODDS_FLAG = 'odds above the fair ones, with one admin only'

/** Audit flags of actions without a second approver (ADMT-30). A small amount is flagged when the sum of the day exceeds the threshold. */
const ALONE_FLAGS = {
  alone: 'above the four-eyes threshold, with one admin only',
  'alone-in-sum': 'above the four-eyes threshold with what was moved alone within 24 hours, with one admin only',
} as const

export const flagOf = (judgement: Evaluation): { readonly flag?: string } =>
  judgement === 'alone' || judgement === 'alone-in-sum' ? { flag: ALONE_FLAGS[judgement] } : {}
