import { expect, it } from 'vitest'
import { refusalOf } from '../../../kernel/http/errors.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { PasswordsBusy, createPasswords } from './passwords.ts'

it('[AUTH-29] a password is hashed with argon2id at the recommended cost and a random salt', async () => {
  const passwords = createPasswords()
  const [one, two] = await Promise.all([passwords.hash('mango-7391'), passwords.hash('mango-7391')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwords.matches('mango-7391', one)).toBe(true)
  expect(await passwords.matches('mango-7392', one)).toBe(false)
})

it('[OPS-06] password hashing refuses requests beyond its queue limit and completes the accepted ones', async () => {
  const passwords = createPasswords()
  // A text that is not a hash is refused without hashing, so only the queue is tested.
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.matches('x', 'no hash')))
  const busy = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof PasswordsBusy)
  expect(busy).toHaveLength(300 - 2 - 256)
  const [one] = busy
  expect(refusalOf(one?.status === 'rejected' ? one.reason : null, createLog('silent'))).toEqual({
    error: 'UNAVAILABLE',
  })
  expect(await passwords.matches('mango-7391', await passwords.hash('mango-7391'))).toBe(true)
})
