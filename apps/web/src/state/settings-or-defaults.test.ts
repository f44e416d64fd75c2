import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { settingsQuery } from './settings.ts'
import { useSettingsOrDefaults } from './settings-or-defaults.ts'

function Screen({ report }: { readonly report: (settings: PublicSettings | undefined) => void }) {
  report(useSettingsOrDefaults())
  return null
}

/** The settings of a screen whose settings query is in this state. */
function settingsOnScreen(state: object) {
  const client = new QueryClient()
  client.getQueryCache().build(client, client.defaultQueryOptions(settingsQuery)).setState(state)
  const report = vi.fn<(settings: PublicSettings | undefined) => void>()
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen, { report })))
  return report.mock.lastCall?.[0]
}

it('settings are undefined while they load', () => {
  expect(settingsOnScreen({})).toBeUndefined()
})

it.each([
  ['cannot be loaded', { status: 'error', error: new Error('gone'), errorUpdateCount: 1 }],
  ['are requested again after an error', { status: 'pending', fetchStatus: 'fetching', errorUpdateCount: 1 }],
])('[ADMS-14] settings that %s have their default values', (_, state) => {
  expect(settingsOnScreen(state)).toMatchObject({
    jackpotEnabled: true,
    minimumWithdrawal: 25_000,
    maximumWithdrawal: 5_000_000,
    demoMoney: false,
  })
})

it('[ADMS-14] loaded settings stay after a failed refetch', () => {
  const data = { jackpotEnabled: false }
  const state = { data, dataUpdatedAt: 1, status: 'error', error: new Error('gone'), errorUpdateCount: 1 }
  expect(settingsOnScreen(state)).toEqual(data)
})
