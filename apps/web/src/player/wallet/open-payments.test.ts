import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { queryKey } from '../../shared/api/queries.ts'
import { protectionQuery, useExclusion } from '../../state/exclusion.tsx'
import { useOpenPayments } from './open-payments.tsx'
import { openPaymentsQuery } from './wallet-queries.ts'

function Screen({ report }: { readonly report: (shown: object) => void }) {
  report({ payments: useOpenPayments(), exclusion: useExclusion() })
  return null
}

/** The values that the deposit screen uses while both its queries are in this state. */
function onDepositScreen(state: object) {
  const client = new QueryClient()
  client.setQueryData(queryKey('GET /api/auth/session'), { user: { id: 'a', role: 'user' } })
  for (const key of [openPaymentsQuery.queryKey, protectionQuery.queryKey])
    client
      .getQueryCache()
      .build(client, client.defaultQueryOptions({ queryKey: key }))
      .setState(state)
  const report = vi.fn<(shown: object) => void>()
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen, { report })))
  return report.mock.lastCall?.[0]
}

it('open payments and exclusion are unknown while they load', () => {
  expect(onDepositScreen({})).toEqual({ payments: null, exclusion: undefined })
})

it('the deposit form stays visible while open payments and exclusion are requested again after an error', () => {
  const state = { status: 'pending', fetchStatus: 'fetching', errorUpdateCount: 1 }
  expect(onDepositScreen(state)).toEqual({ payments: [], exclusion: null })
})
