import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import { describe, expect, it } from 'vitest'
import { STATUS_CHANGES } from './statuses.ts'

describe('the actions offered for an account', () => {
  it.each([
    ['[ADMU-21] [ADMU-22]', 'active', ['Suspend suspended', 'Block banned']],
    ['[ADMU-22] [ADMU-24]', 'suspended', ['Block banned', 'Activate active']],
    ['[ADMU-24]', 'banned', ['Activate active']],
  ] as const)('%s an account with the status %s offers the actions %j', (_ids, status, offered) => {
    expect(STATUS_CHANGES[status].map(({ verb, to }) => `${verb} ${to}`)).toEqual(offered)
  })

  it('[ADMU-20] [ADMU-23] an account has three statuses, and the status banned is shown as Blocked', () => {
    expect(ACCOUNT_STATUS_TEXTS).toEqual({ active: 'Active', suspended: 'Suspended', banned: 'Blocked' })
  })
})
