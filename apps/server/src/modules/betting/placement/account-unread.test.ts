import { expect, it } from 'vitest'
import { isTimeout } from '../../../kernel/db/failures.ts'

const refused = (code: string) => Object.assign(new Error('refused'), { code, severity: 'ERROR' })

it('[SLIP-66] a lock timeout and a statement timeout count as an account that could not be read', () => {
  for (const code of ['55P03', '57014']) expect(isTimeout(refused(code)), code).toBe(true)
})

it('[OPS-06] database failures (shut down, full, read-only, unavailable) and retryable errors do not count as an account that could not be read', () => {
  for (const code of ['57P01', '57P03', '53300', '53100', '58030', '25006', '40001', '40P01', 'ECONNRESET']) {
    expect(isTimeout(refused(code)), code).toBe(false)
  }
})
