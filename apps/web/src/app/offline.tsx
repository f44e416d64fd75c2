import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { serverNow } from '../shared/clock.ts'
import { api } from '../shared/api/client.ts'
import { shareSound } from '../shared/share-sound.ts'
import { classes } from '../shared/ui/classes.ts'
import { TWO_COLUMNS } from '../shared/wide.ts'
import { announceMissed } from '../state/announce-missed.ts'
import { useConnectivity } from '../state/connectivity.ts'
import { restoreStored, startWithStored, storeResponses } from '../state/cached-answers.ts'
import { removeExpiredRequests } from '../state/money-request.ts'
import { useUser } from '../state/session.ts'
import { useSlipCount } from '../state/slip.ts'
import { BAR_STYLE, ConnectionBar } from './connection-bar.tsx'
import { PlayerEffects } from './player-effects.tsx'
import { useRaisedFooter } from './raised-footer.ts'
import { registerServiceWorker, storeOfflineScreens } from './register-service-worker.ts'
import { restoreChangedTexts } from './translated-texts.ts'

export { startWithStored }

/** Service worker, offline messages and effects for signed-in players. Loaded after the page. */
export function BackgroundTasks() {
  const client = useQueryClient()
  useEffect(registerServiceWorker, [])
  useEffect(shareSound, [])
  useEffect(restoreChangedTexts, [])
  useEffect(removeExpiredRequests, [])
  useEffect(() => storeResponses(client), [client])
  useMissedNotifications(client)
  useEffect(() => {
    const restore = () => restoreStored(client, Date.now())
    window.addEventListener('offline', restore)
    return () => window.removeEventListener('offline', restore)
  }, [client])
  useScreensStored()
  useTooltips()
  useVisitReport()
  const [path] = useLocation()
  const bars = useRaisedFooter(path !== '/aviator')
  // The bar overlays the page, so that the page does not jump when the connection fails. In Aviator on a phone, the bar
  // covers past rounds instead of the bet buttons.
  return (
    <>
      <div
        ref={bars}
        role="status"
        className={classes(
          'fixed inset-x-0 z-20 md:top-auto md:bottom-0',
          path === '/aviator'
            ? 'top-[calc(48px+var(--ribbon,0px))]'
            : 'bottom-[calc(56px+env(safe-area-inset-bottom))]',
        )}
      >
        <UpdateBar />
        <ConnectionBar
          notLiveText="Odds, scores and your balance update every 30 seconds."
          offlineText="Bets and payments need a connection."
        />
      </div>
      <PlayerEffects />
    </>
  )
}

function useMissedNotifications(client: QueryClient): void {
  const userId = useUser()?.id
  useEffect(() => (userId === undefined ? undefined : announceMissed(client)), [client, userId])
}

/** Storing screens for offline use costs mobile data, so phones store them only for users with a slip or an account. */
function useScreensStored(): void {
  const hasTickets = useUser() !== null
  const hasSlip = useSlipCount() > 0
  const isNeeded = hasTickets || hasSlip || window.matchMedia(TWO_COLUMNS).matches
  useEffect(() => {
    if (isNeeded) void storeOfflineScreens()
  }, [isNeeded])
}

/**
 * Reports the visit once live notifications can be received. An app that stays open past midnight reports again when it
 * becomes visible or changes screens.
 */
function useVisitReport(): void {
  const userId = useUser()?.id
  const streaming = useConnectivity((state) => state.streaming)
  const [path] = useLocation()
  const reportedVisit = useRef<string>(undefined)
  useEffect(() => {
    if (userId === undefined || !streaming) return
    const reportVisit = () => {
      const visit = `${userId} ${dayKey(serverNow())}`
      if (document.visibilityState === 'hidden' || reportedVisit.current === visit) return
      reportedVisit.current = visit
      api('POST /api/notifications/arrival', {}).catch((error: unknown) =>
        console.warn('The visit could not be reported:', error),
      )
    }
    reportVisit()
    document.addEventListener('visibilitychange', reportVisit)
    return () => document.removeEventListener('visibilitychange', reportVisit)
  }, [userId, streaming, path])
}

/** Shows tooltips on devices with a mouse or another pointer that can hover. */
function useTooltips(): void {
  useEffect(() => {
    if (!window.matchMedia('(hover: hover)').matches) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./tooltips.ts').then(
      ({ showTooltips }) => (isOver ? undefined : (stop = showTooltips())),
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
}

/** The player decides when to update. The page then reloads. */
function UpdateBar() {
  const [activate, setActivate] = useState<(() => void) | null>(null)
  const [path] = useLocation()
  useEffect(() => {
    const note = ({ detail }: CustomEvent<() => void>) => setActivate(() => detail)
    window.addEventListener('update-available', note)
    return () => window.removeEventListener('update-available', note)
  }, [])
  // On the Aviator screen the bar would cover a part of the game.
  if (activate === null || path === '/aviator') return null
  return (
    <p className={BAR_STYLE}>
      A new version is ready.
      <button type="button" onClick={activate} className="min-h-11 px-2 text-14 font-bold underline">
        Reload
      </button>
    </p>
  )
}
