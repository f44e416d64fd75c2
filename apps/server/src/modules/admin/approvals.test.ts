import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { expect, it } from 'vitest'
import type { Tx } from '../../kernel/db/sql.ts'
import { createApprovals } from './approvals.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const tx = {} as Tx

it.each([
  ['the only approver', ['amina'], 'amina', 'alone'],
  ['one of two approvers', ['amina', 'brian'], 'amina', 'wait'],
  ['a member of staff who is not an approver, with one approver', ['amina'], 'chris', 'wait'],
  ['a member of staff without any approver', [], 'chris', 'wait'],
  ['the clock of a game, with one approver', ['amina'], null, 'alone'],
  ['the clock of a game, with two approvers', ['amina', 'brian'], null, 'wait'],
] as const)(
  '[ADMT-30] an action above the four-eyes threshold by $0 is decided as "$3"',
  async (_, approvers, actorId, expected) => {
    const identity = {
      staff: { capabilitiesOf: () => Promise.resolve([]), holders: () => Promise.resolve([...approvers]) },
    }
    const settings = { current: () => DEFAULT_SETTINGS }
    const { fourEyes } = createApprovals({} as never, { audit: {} as never, identity, settings })
    expect(await fourEyes.requireApproval(tx, { kind: 'setting', actorId }, NOW)).toBe(expected)
  },
)
