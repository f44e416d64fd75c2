import { expect, it } from 'vitest'
import { AccountUnread, accountUnread } from './place-bets.ts'

const refused = (code: string) => Object.assign(new Error('refused'), { code, severity: 'ERROR' })

function thrownFor(error: unknown): unknown {
  try {
    return accountUnread(error)
  } catch (thrown) {
    return thrown
  }
}

it('[SLIP-66] a lock timeout or read timeout while reading the account throws AccountUnread', () => {
  for (const code of ['55P03', '57014']) expect(thrownFor(refused(code)), code).toBeInstanceOf(AccountUnread)
})

it('[OPS-06] other database failures (shut down, full, read-only, unavailable) and retryable errors while reading the account are rethrown', () => {
  for (const code of ['57P01', '57P03', '53300', '53100', '58030', '25006', '40001', '40P01', 'ECONNRESET']) {
    const error = refused(code)
    expect(thrownFor(error), code).toBe(error)
  }
})
