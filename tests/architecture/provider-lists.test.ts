import { PROVIDER_NAMES, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { describe, expect, it } from 'vitest'
import { repositorySources } from './sources.ts'

const sources = repositorySources()
const houseAccounts = [...sources]
  .filter(([path]) => path.startsWith('apps/server/src/migrations/'))
  .flatMap(([, sql]) => [...sql.matchAll(/'([0-9a-f-]{36})',\s*'house',\s*'([\w-]+)'/g)])
  .map(([, id, name]) => ({ id, name }))

// The compiler requires a provider's adapter, variables and simulator. SQL and tests have no types.
describe.each(PROVIDER_NAMES)('the payment provider %s', (provider) => {
  const account = { id: PROVIDERS[provider].floatAccount, name: `float-${provider}` }

  it('[OPS-05] the payment provider has a migration that creates its float account with a unique id', () => {
    expect(houseAccounts.filter(({ id, name }) => id === account.id || name === account.name)).toEqual([account])
  })

  it('the payment provider has a table test for reading replies', () => {
    expect(sources.has(`apps/server/src/adapters/mobile-money/${provider}/replies.test.ts`)).toBe(true)
  })
})

// All other payment tests use Relworx, such as deposits.db.test.ts and withdrawals.db.test.ts.
it.each([
  'apps/server/src/adapters/mobile-money/direct-providers.test.ts',
  'apps/server/src/modules/payments/providers.db.test.ts',
])('[DEP-11] %s tests deposits and withdrawals through every provider except Relworx', (path) => {
  const text = sources.get(path)
  expect(text).toMatch(
    /^const DIRECT = PROVIDER_NAMES\.filter\(\(name\) => name !== 'relworx'\)(\.flatMap\(\(provider\) =>)?$/m,
  )
  expect(text).toContain('describe.each(DIRECT)')
})
