import { useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { closeDialogsOnBack } from '../shared/dialog-history.ts'
import { countNavigation, countNavigationBack } from '../shared/navigation.ts'
import { type ReturnState, useReturnHere } from '../shared/return-here.ts'
import { classes } from '../shared/ui/classes.ts'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { Skeletons } from '../shared/ui/states.tsx'
import { showToast, ToastViewport } from '../shared/ui/toast.tsx'
import { watchNetwork } from '../state/connectivity.ts'
import { loadPreferences } from '../state/preferences.ts'
import { restoreUser, storeUser, useSession } from '../state/session.ts'
import { loadSlip } from '../state/slip.ts'
import { closeSlipSheet, useSlipSheet } from '../state/slip-sheet.ts'
import { BottomBar, SlipCountAnnouncer } from './chrome/bottom-bar.tsx'
import { DemoRibbon } from './chrome/demo-ribbon.tsx'
import { Footer } from './chrome/footer.tsx'
import { Header } from './chrome/header.tsx'
import { SideColumn, SlipColumn } from './chrome/columns.tsx'
import { ConnectionError, useConnectionTest } from './connection-error.tsx'
import { forgetEarlyInput, repeatEarlyTaps } from './early-taps.ts'
import { ScreenErrorBoundary } from './error-boundary.tsx'
import { findRoute, type FoundRoute } from './find-route.ts'
import { redirectOf } from './guard.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import { recoverChunkLoad } from './missing-code.ts'
import { NotLiveYet } from './not-live-yet.tsx'
import { pageTitle } from './page-title.ts'

/** Loaded after the page, so that the menu opens at once. */
const SideMenu = lazyPart(() => import('./deferred.ts').then((m) => m.SideMenu))
const SlipSheet = lazyPart(() => import('./deferred.ts').then((m) => m.SlipSheet))
/** Loaded after the page, because it matters only when the connection is lost. */
const BackgroundTasks = lazyPart(() => import('./deferred.ts').then((m) => m.BackgroundTasks))
const ConsoleConnection = lazyPart(() => import('./console-connection.tsx').then((m) => m.ConsoleConnection))

const SKIP =
  'sr-only z-50 bg-gold px-4 py-3 text-14 font-bold text-on-gold focus:not-sr-only focus:fixed focus:top-0 focus:left-0'

/** The frame of every screen: header, columns, footer, bottom bar, and effects of the whole page. */
export function Shell() {
  useStartup()
  const [path] = useLocation()
  const found = useMemo(() => findRoute(path), [path])
  const [menuOpen, setMenuOpen] = useState(false)
  const [menuUsed, setMenuUsed] = useState(false)
  const openMenu = () => {
    setMenuUsed(true)
    setMenuOpen(true)
    SideMenu.preload().catch(async () => {
      setMenuOpen(false)
      const cause = await recoverChunkLoad()
      if (cause === 'outdated') return
      const advice = cause === 'unreachable' ? 'check your internet connection and reload' : 'reload'
      showToast('error', `The menu could not be loaded. Please ${advice} the page.`)
    })
  }
  const main = useArrival(path, found)
  const lost = useConnectionTest()
  useEffect(() => setMenuOpen(false), [path])
  if (lost) return <ConnectionError />
  if (found.route.isStandalone)
    return (
      <>
        <ScriptsNeeded />
        <DemoRibbon />
        <Screen path={found.route.path} found={found} />
        <ToastViewport />
        <ConsoleConnection />
      </>
    )
  const slipIsScreen = found.route.path === '/betslip'
  return (
    <>
      <a href="#main" className={SKIP}>
        Skip to content
      </a>
      {!slipIsScreen && (
        <a href="#slip" className={classes(SKIP, 'hidden lg:block')}>
          Skip to betslip
        </a>
      )}
      <ScriptsNeeded />
      <DemoRibbon />
      <Header hiddenOnPhones={found.route.hasOwnHeader === true} onMenu={openMenu} />
      {/* Fixed widths prevent a layout shift while the rest of the page arrives. */}
      <div className="mx-auto w-full max-w-[1280px] lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:border-x lg:border-line wide:grid-cols-[200px_minmax(0,1fr)_320px] xl:grid-cols-[220px_minmax(0,1fr)_340px]">
        <SideColumn />
        <div className="flex min-w-0 flex-col lg:border-r lg:border-line wide:border-l">
          <main ref={main} id="main" tabIndex={-1} className="min-h-(--screen) flex-1">
            <ScreenErrorBoundary key={path}>
              <Screen path={path} found={found} />
            </ScreenErrorBoundary>
          </main>
          {/* The slip screen has no footer, because its stake and PLACE BET stay at the bottom. */}
          {!slipIsScreen && <Footer />}
        </div>
        <SlipColumn isScreen={slipIsScreen} />
      </div>
      <BottomBar onMenu={openMenu} />
      {menuUsed && <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)} />}
      <VisitorSlip />
      <SlipCountAnnouncer />
      {/* On low phones, Aviator's bets are at the bottom, where toasts would cover them. */}
      <ToastViewport hasTitleBar={found.route.hasOwnHeader === true && path !== '/aviator'} />
      <BackgroundTasks placeholder={<NotLiveYet />} />
    </>
  )
}

/**
 * The slip sheet of a visitor. If the visitor turns out to be a logged-in player, or the sheet cannot be loaded, the
 * slip screen opens instead.
 */
function VisitorSlip() {
  const { isOpen } = useSlipSheet()
  const { status } = useSession()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!isOpen) return
    const openScreen = () => {
      closeSlipSheet()
      navigate('/betslip')
    }
    if (status === 'in') openScreen()
    else SlipSheet.preload().catch(openScreen)
  }, [isOpen, status, navigate])
  return <SlipSheet open={isOpen && status !== 'in'} />
}

const ScriptsNeeded = () => (
  <noscript>
    <p className="bg-ink px-3 py-2 text-14 text-paper">
      Mupiira needs JavaScript to log in, bet and pay. Please turn it on in your browser and reload the page.
    </p>
  </noscript>
)

type ScreenProps = { readonly path: string; readonly found: FoundRoute }

/** Shows the screen once the session is known. */
function Screen({ path, found }: ScreenProps) {
  const session = useSession()
  const playerId = useRef<string>(undefined)
  if (session.status === 'in') playerId.current = session.user.id
  const { access } = found.route
  if (access === 'player' && session.status === 'loading') return <LoadingOverlay />
  const target = session.status === 'loading' ? null : redirectOf(access, session)
  if (target !== null) return <GuardRedirect target={target} playerId={playerId.current} />
  return <ScreenItself path={path} found={found} />
}

type GuardRedirectProps = { readonly target: string; readonly playerId: string | undefined }

/** The login that follows returns to the whole address, with its query. */
function GuardRedirect({ target, playerId }: GuardRedirectProps) {
  const here = useReturnHere()
  return <Redirect to={target} replace state={{ ...here, playerId } satisfies ReturnState} />
}

/**
 * React hydrates the server-rendered screen in small steps. A re-render of this boundary would hydrate the screen in
 * one long task, so the boundary depends on the address only.
 */
const ScreenItself = memo(function ScreenItself({ path, found: { route, params } }: ScreenProps) {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <route.Screen key={path} params={params} />
    </Suspense>
  )
})

/** A title and lines of text, because the screen is not known yet. */
const ScreenSkeleton = () => (
  <Skeletons
    what="the screen"
    classNames={['h-7 w-40', 'h-4 w-full', 'h-4 w-full']}
    className="flex flex-col gap-3 p-3"
  />
)

/** After a navigation: sets the title, scrolls to the top and moves the focus. */
function useArrival(path: string, found: FoundRoute) {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const goingBack = useRef(false)
  const shown = useRef(path)
  useEffect(() => {
    const onPop = () => {
      // Back can also close a dialog or remove a filter, which is not a navigation.
      if (window.location.pathname === shown.current) return
      goingBack.current = true
      countNavigationBack()
    }
    // Runs before the router renders the other page.
    window.addEventListener('popstate', onPop, { capture: true })
    return () => window.removeEventListener('popstate', onPop, { capture: true })
  }, [])
  const setTitle = useEffectEvent(() => {
    document.title = pageTitle(found.route)
  })
  // Only a new path counts as a navigation. `found` changes only with the path.
  useEffect(() => {
    shown.current = path
    if (first.current) {
      first.current = false
      return
    }
    forgetEarlyInput()
    setTitle()
    if (!goingBack.current) {
      countNavigation()
      window.scrollTo(0, 0)
    }
    goingBack.current = false
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

/** Reads stored settings after the first render, because the first render must match the server's HTML. */
function useStartup(): void {
  const client = useQueryClient()
  const session = useSession()
  useEffect(() => {
    const stopPreferences = loadPreferences()
    restoreUser(client, Date.now())
    const stopSlip = loadSlip()
    const stopNetwork = watchNetwork()
    const stopFollowing = closeDialogsOnBack()
    // Delayed until this effect has ended, because the first click can make React hydrate the screen.
    const timer = setTimeout(repeatEarlyTaps)
    SideMenu.preload().catch(() => undefined)
    return () => {
      clearTimeout(timer)
      stopPreferences()
      stopSlip()
      stopNetwork()
      stopFollowing()
    }
  }, [client])
  const user = session.status === 'in' ? session.user : null
  useEffect(() => {
    storeUser(client)
  }, [client, session.status, user])
}
