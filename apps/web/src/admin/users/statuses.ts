import type { User } from '@mupiira/contract/users.ts'

export type AccountStatus = User['accountStatus']

export type StatusChange = {
  readonly verb: string
  readonly to: AccountStatus
  readonly effect: string
  readonly isDangerous: boolean
}

/** The possible status changes of an account (ADMU-21, 22, 24). */
export const STATUS_CHANGES: { readonly [S in AccountStatus]: readonly StatusChange[] } = (() => {
  const suspend: StatusChange = {
    verb: 'Suspend',
    to: 'suspended',
    effect:
      'is logged out everywhere and cannot log in, bet, deposit or withdraw until you activate the account again.',
    isDangerous: true,
  }
  const block: StatusChange = { ...suspend, verb: 'Block', to: 'banned' }
  const activate: StatusChange = {
    verb: 'Activate',
    to: 'active',
    effect: 'can log in, bet, deposit and withdraw again.',
    isDangerous: false,
  }
  return { active: [suspend, block], suspended: [block, activate], banned: [activate] }
})()
