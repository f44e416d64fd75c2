import { PROVIDER_NAMES, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { describe, expect, it } from 'vitest'
import { repositorySources } from './sources.ts'

// The compiler demands a provider's adapter, variables and simulator. SQL, tests and documents have no types.
describe.each(PROVIDER_NAMES)('the payment provider %s', (name) => {
  const { label, floatAccount } = PROVIDERS[name]
  const sources = repositorySources()

  it('[OPS-05] has a migration that creates its float account', () => {
    const migrations = [...sources].filter(([path]) => path.startsWith('apps/server/src/migrations/'))
    const row = `('${floatAccount}', 'house', 'float-${name}', now())`
    expect(migrations.filter(([, text]) => text.includes(row)).map(([path]) => path)).toHaveLength(1)
  })

  it('has a table test for reading replies', () => {
    expect([...sources.keys()]).toContain(`apps/server/src/adapters/mobile-money/${name}/replies.test.ts`)
  })

  it.each(['simulators/mobile-money/README.md', 'docs/glossary.md'])('is named in %s', (document) => {
    expect(sources.get(document)).toContain(label)
  })
})
