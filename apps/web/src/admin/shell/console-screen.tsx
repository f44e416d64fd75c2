import { useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { consoleActivity } from '../../shared/api/client.ts'
import { brand } from '../../shared/brand.ts'
import { shareSound } from '../../shared/share-sound.ts'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { useMay, useUser } from '../../state/session.ts'
import { useAdminStream } from '../chat/admin-stream.ts'
import { FreshConfirmationDialog } from '../sign-in/fresh-confirmation-dialog.tsx'
import { SecondFactorGate, useHasPassedGate } from '../sign-in/second-factor-gate.tsx'
import { trackIdle } from './idle.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ConnectionCheck } from './connection-check.tsx'
import { ConsoleHeader } from './console-header.tsx'
import { CountedTabs } from './counted-tabs.tsx'
import '../console.css'
import { CONSOLE_ROUTES, findScreen, routesFor, tabsOf } from './screens.ts'

/** The console (ADMX-01 to ADMX-06). Visitors without access are redirected to the login (APP-15). */
export function ConsoleScreen() {
  const user = useUser()
  const [from] = useLocation()
  const may = useMay()
  return user !== null && may('admin:enter') ? (
    <Console userId={user.id} />
  ) : (
    <Redirect to="/login" replace state={{ from }} />
  )
}

function Console({ userId }: { readonly userId: string }) {
  const [path, navigate] = useLocation()
  const may = useMay()
  const routes = routesFor(may)
  const tabs = tabsOf(routes)
  const first = tabs[0]?.path ?? '/'
  const hasPassedGate = useHasPassedGate()
  useEffect(shareSound, [])
  useEffect(() => {
    if (path === '/admin' && first !== '/admin') navigate(first, { replace: true })
  }, [path, first, navigate])
  useEffect(() => {
    const { isIdle, stop } = trackIdle(window, () => performance.now())
    consoleActivity.isIdle = isIdle
    return () => {
      consoleActivity.isIdle = undefined
      stop()
    }
  }, [])
  const found = findScreen(routes, path)
  const tab = found?.route.tab
  useEffect(() => {
    document.title = `${tab === undefined ? '' : `${tab} · `}Admin Panel · ${brand.name}`
  }, [tab])
  return (
    <div className="min-h-[calc(var(--screen)-var(--ribbon,0px))]">
      <a
        href="#console"
        className="sr-only z-50 bg-gold px-4 py-3 text-14 font-bold text-on-gold focus:not-sr-only focus:fixed focus:top-0 focus:left-0"
      >
        Skip to content
      </a>
      <ConsoleHeader tabs={hasPassedGate ? tabs : null} current={tab} />
      <SecondFactorGate>
        {may('admin:settings:read') && <ConnectionCheck />}
        <StreamFollower userId={userId} />
        <div className="md:grid md:grid-cols-[200px_minmax(0,1fr)]">
          <CountedTabs tabs={tabs} current={tab} />
          <main id="console" tabIndex={-1} className="min-w-0 pb-[var(--bars,0px)]">
            <ErrorBoundary key={path} fallback={<ScreenFailed />}>
              {found !== null ? (
                <found.route.Screen params={found.params} />
              ) : (
                path !== '/admin' && <MissingScreen path={path} />
              )}
            </ErrorBoundary>
          </main>
        </div>
      </SecondFactorGate>
      <FreshConfirmationDialog />
    </div>
  )
}

/** A screen that does not exist, or that the role of this member of staff does not include. */
const MissingScreen = ({ path }: { readonly path: string }) =>
  findScreen(CONSOLE_ROUTES, path) === null ? (
    <ConsolePage title="Page not found">
      <EmptyState title="Nothing here" text="This page does not exist." />
    </ConsolePage>
  ) : (
    <ConsolePage title="Not in your role">
      <EmptyState
        title="No permission"
        text="Your role does not include this page. If you need it, ask a manager to change your role."
      />
    </ConsolePage>
  )

/** Starts the live updates. Rendered after the second factor, because the server refuses the stream without it. */
function StreamFollower({ userId }: { readonly userId: string }) {
  useAdminStream(userId, useMay()('admin:chat:read'))
  return null
}

const ScreenFailed = () => (
  <ErrorState
    title="This page could not be shown"
    text="Your earlier actions are saved. Please reload the page."
    onRetry={() => window.location.reload()}
  />
)
