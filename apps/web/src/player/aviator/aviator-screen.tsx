import { CircleHelp, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AviatorState } from '@mupiira/contract/aviator.ts'
import { restoreLostFocus } from '../../shared/focus-lost.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ErrorState, Loading, Skeleton } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { type Exclusion, ExcludedNotice, useExclusion } from '../../state/exclusion.tsx'
import { usePlayState } from '../../state/play-state.ts'
import { setMuted, usePreferences } from '../../state/preferences.ts'
import { type Session, useSession, useUser } from '../../state/session.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { RoundBanner } from './banner.tsx'
import { BetPanel } from './bet-panel.tsx'
import { syncBets, startSlots, useBets } from './bets.ts'
import { readAviator, useAviator, useFollowAviator } from './aviator-store.ts'
import { RoundView } from './round-view.tsx'
import { HistoryStrip } from './history-strip.tsx'
import { HowToPlay } from './how-to-play.tsx'
import { reportWin } from './reports.ts'
import { RoundLists } from './round-lists.tsx'
import { useAutoBet } from './use-auto-bet.ts'

const PLAY = '/aviator?play'

/** The intro, or the game if the address has the query `?play` (AVI-01). */
export function AviatorScreen() {
  const wantsToPlay = new URLSearchParams(useSearch()).has('play')
  const [cameToPlay] = useState(wantsToPlay)
  const known = useSessionStatus()
  if (!wantsToPlay || known === 'out') return <Intro isPlayer={known === 'in'} />
  return known === 'in' ? <Game fromIntro={!cameToPlay} /> : <Opening />
}

/** The server-rendered page is the same for all visitors, so the first render must not depend on the session. */
function useSessionStatus(): Session['status'] {
  const { status } = useSession()
  const [known, setKnown] = useState<Session['status']>('loading')
  useEffect(() => setKnown(status), [status])
  return known
}

/** Shown after a reload until the session is known. */
const Opening = () => (
  <>
    <ScreenHeader title="Aviator" backTo="/" />
    <div className="mx-auto max-w-160 px-3 pt-10.5">
      <Loading what="the game">
        <Skeleton className="h-42 low:h-33 md:h-72" />
      </Loading>
    </div>
  </>
)

function Intro({ isPlayer }: { readonly isPlayer: boolean }) {
  const [, navigate] = useLocation()
  const settings = usePublicSettings()
  const known = useExclusion()
  const exclusion = isPlayer ? known : null
  if (exclusion) return <ExcludedIntro exclusion={exclusion} />
  return (
    <>
      <ScreenHeader title="Aviator" backTo="/" />
      <div className="mx-auto flex max-w-160 flex-col gap-4 p-4">
        <div className="flex flex-col items-center gap-2 rounded-card border border-line bg-raised px-4 py-6 text-center">
          <CranePicture />
          <p className="text-28 font-bold">Fly with the crane</p>
          <p className="text-14 text-muted">
            Cash out before it crashes. All players share the same round, and every round is provably fair.
          </p>
          <div className="mt-2 w-full max-w-72">
            {isPlayer ? (
              <Button wide tall onClick={() => navigate(PLAY)}>
                Play Aviator
              </Button>
            ) : (
              <Button wide tall onClick={() => navigate('/login', { state: { from: PLAY } })}>
                Login to Play
              </Button>
            )}
          </div>
          {/* Always in the layout, to avoid a layout shift when the session is known. */}
          <p className="text-14">
            {isPlayer ? 'Place one or two bets in each round' : 'Please log in to play Aviator'}
          </p>
        </div>
        <HowToPlay rtp={settings?.aviatorRtp} />
      </div>
    </>
  )
}

/** An excluded player is not invited to play, and can only cash out an open bet. */
function ExcludedIntro({ exclusion }: { readonly exclusion: Exclusion }) {
  const [, navigate] = useLocation()
  return (
    <>
      <ScreenHeader title="Aviator" backTo="/" />
      <div className="mx-auto flex max-w-160 flex-col gap-4 p-4">
        <ExcludedNotice exclusion={exclusion} />
        <Button variant="secondary" onClick={() => navigate(PLAY)}>
          Cash out an open bet
        </Button>
      </div>
    </>
  )
}

function CranePicture() {
  return (
    <svg viewBox="0 0 240 90" aria-hidden="true" className="h-24 w-full max-w-72">
      <path d="M8 82 C90 80 160 66 206 22" fill="none" stroke="var(--gold)" strokeWidth="4" strokeLinecap="round" />
      <path d="M8 82 C90 80 160 66 206 22 L206 82 Z" fill="var(--gold)" opacity="0.14" />
      <g transform="translate(208 20) rotate(-40)" fill="var(--gold)">
        <path d="M18 -1 Q4 -6 -16 1 Q2 6 18 -1" />
        <path d="M3 -2 L-10 -17 L-6 -1 Z M2 1 L-8 12 L-4 1 Z" />
      </g>
    </svg>
  )
}

/** Shows the same win message for automatic and manual cash-outs. */
function reportWins(before: AviatorState, after: AviatorState): void {
  const { slots } = useBets.getState()
  for (const bet of after.mine) {
    if (bet.state !== 'cashed-out') continue
    const isNew = before.mine.some(({ id, state }) => id === bet.id && state !== 'cashed-out')
    const isRequested = slots.some((slot) => slot.betId === bet.id && slot.working === 'cashing-out')
    if (isNew && !isRequested) reportWin(bet)
  }
}

/** Postpones the reality check while a bet is being placed or is in a round. */
function useRealityCheckPause(): void {
  const isPlaced = useAviator(({ state }) => state?.mine.some((bet) => bet.state === 'placed') ?? false)
  const isRequested = useBets(({ slots }) => slots.some(({ working }) => working !== null))
  const hasBetInFlight = isPlaced || isRequested
  useEffect(() => {
    usePlayState.setState({ hasBetInFlight })
    return () => usePlayState.setState({ hasBetInFlight: false })
  }, [hasBetInFlight])
}

function Game({ fromIntro }: { readonly fromIntro: boolean }) {
  const userId = useUser()?.id ?? null
  useEffect(() => startSlots(userId), [userId])
  useFollowAviator(userId, reportWins)
  useAutoBet()
  useRealityCheckPause()
  useEffect(() => useAviator.subscribe(({ state }) => state !== null && syncBets(state)), [])
  const hasFailed = useAviator(({ state, error }) => state === null && error !== null)
  const rtp = useAviator(({ state }) => state?.limits.rtp)
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <>
      <ScreenHeader
        title="Aviator"
        backTo="/"
        end={
          <>
            <Balance />
            <Sound />
            <IconButton label="How to play" onClick={() => setHelpOpen(true)}>
              <CircleHelp className="size-5" />
            </IconButton>
          </>
        }
      />
      {hasFailed ? (
        <ErrorState
          title="Could not load the round"
          text="Your money and your bets are safe. Your auto cashout still works."
          onRetry={() => void readAviator()}
        />
      ) : (
        // The pressed button of the intro no longer exists, so this element receives the focus.
        <div
          ref={fromIntro ? restoreLostFocus : null}
          tabIndex={-1}
          className="mx-auto flex max-w-160 flex-col gap-1.5 px-3 pb-3 outline-none"
        >
          <HistoryStrip />
          <div className="relative">
            <RoundView />
            <RoundBanner />
          </div>
          <BetPanel />
          <div className="mt-2">
            <RoundLists />
          </div>
        </div>
      )}
      <Dialog title="How to play" open={isHelpOpen} onClose={() => setHelpOpen(false)}>
        <div className="p-4">
          <HowToPlay rtp={rtp} />
        </div>
      </Dialog>
    </>
  )
}

function Balance() {
  const balance = useBalance()
  return (
    <p className="text-14 font-bold letters:text-12 md:hidden">
      <span className="sr-only">Balance </span>
      <Money amount={balance ?? 0} />
    </p>
  )
}

function Sound() {
  const muted = usePreferences((state) => state.muted)
  return (
    <IconButton
      label={muted ? 'Turn sound on' : 'Turn sound off'}
      aria-pressed={!muted}
      onClick={() => setMuted(!muted)}
    >
      {muted ? <VolumeX className="size-5" /> : <Volume2 className="size-5" />}
    </IconButton>
  )
}
