import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { RenderedAt } from '../shared/clock.ts'
import { navigateAndCount } from '../shared/navigation.ts'
import { ShownOddsFormat } from '../shared/odds-format.ts'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { usePublicSettings } from '../state/settings.ts'
import { AppErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'

/** Loaded later, because the page can be read and used without live updates. */
const LiveUpdates = lazyPart(() => import('./deferred.ts').then((m) => m.LiveUpdates))

type AppProps = {
  readonly client: QueryClient
  readonly renderedAt: Date
  /** The stream cursor of the server-rendered page; live updates continue from it. */
  readonly streamCursor?: string | undefined
  /** The path of the requested page. Set only when the server renders. */
  readonly serverPath?: string
  readonly serverSearch?: string
}

export function App({ client, renderedAt, streamCursor, serverPath, serverSearch }: AppProps) {
  const address = serverPath === undefined ? {} : { ssrPath: serverPath, ssrSearch: serverSearch ?? '' }
  return (
    <AppErrorBoundary>
      <QueryClientProvider client={client}>
        <LiveUpdates from={streamCursor} />
        <RenderedAt value={renderedAt}>
          <Router {...address} aroundNav={navigateAndCount}>
            <DefaultOddsFormat>
              <Shell />
            </DefaultOddsFormat>
          </Router>
        </RenderedAt>
      </QueryClientProvider>
    </AppErrorBoundary>
  )
}

function DefaultOddsFormat({ children }: { readonly children: ReactNode }) {
  return <ShownOddsFormat value={usePublicSettings()?.oddsFormat ?? 'decimal'}>{children}</ShownOddsFormat>
}
