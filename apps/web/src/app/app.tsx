import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { RenderedAt } from '../shared/clock.ts'
import { aroundDialogs } from '../shared/dialog-history.ts'
import { ShownOddsFormat } from '../shared/odds-format.ts'
import { usePublicSettings } from '../state/settings.ts'
import { AppErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'

type AppProps = {
  readonly client: QueryClient
  readonly renderedAt: Date
  /** On the server: where we are. */
  readonly serverPath?: string
  readonly serverSearch?: string
}

export function App({ client, renderedAt, serverPath, serverSearch }: AppProps) {
  const place = serverPath === undefined ? {} : { ssrPath: serverPath, ssrSearch: serverSearch ?? '' }
  return (
    <AppErrorBoundary>
      <QueryClientProvider client={client}>
        <RenderedAt value={renderedAt}>
          <Router {...place} aroundNav={aroundDialogs}>
            <HouseFormats>
              <Shell />
            </HouseFormats>
          </Router>
        </RenderedAt>
      </QueryClientProvider>
    </AppErrorBoundary>
  )
}

function HouseFormats({ children }: { readonly children: ReactNode }) {
  return <ShownOddsFormat value={usePublicSettings()?.oddsFormat ?? 'decimal'}>{children}</ShownOddsFormat>
}
