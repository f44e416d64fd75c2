import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Router } from 'wouter'
import { RenderedAt } from '../shared/clock.ts'
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
          <Router {...place}>
            <Shell />
          </Router>
        </RenderedAt>
      </QueryClientProvider>
    </AppErrorBoundary>
  )
}
