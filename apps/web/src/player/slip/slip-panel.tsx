import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useNow } from '../../shared/clock.ts'
import { textOf } from '../../shared/api/errors.ts'
import { restoreLostFocus } from '../../shared/focus-lost.ts'
import { bonusRule, countQualifying } from '@mupiira/domain/ticket/totals.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { Ticket } from '../../shared/ui/icons.tsx'
import { DebtNotice } from '../../shared/ui/debt-notice.tsx'
import { JointOdds } from '../../shared/ui/joint-odds.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { BoxSkeleton, CardSkeleton, FieldSkeleton } from '../../shared/ui/skeletons.tsx'
import { EmptyState, Loading } from '../../shared/ui/states.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { DelayedBets } from '../../state/delayed-bet-list.tsx'
import { ExcludedNotice, useExclusion } from '../../state/exclusion.tsx'
import { useSettingsOrDefaults } from '../../state/settings-or-defaults.ts'
import { selectionKey } from '../../state/slip-code.ts'
import { type SlipItem, withSelections } from '../../state/slip-rules.ts'
import { quoteKey, useQuotedOdds } from '../../state/slip-total.ts'
import { replaceSelections, setStake, useSlip, useSlipItems } from '../../state/slip.ts'
import { BookingLoader } from './booking-loader.tsx'
import { BonusBanner } from './bonus-banner.tsx'
import { useLiveGames } from './live-selections.ts'
import { dismissPlacedBet, usePlacedBet } from './placed-bet.ts'
import { PlacedBet } from './placed.tsx'
import { SelectionCard } from './selection-card.tsx'
import { ChangedOdds } from './changed-odds.tsx'
import { markJointOddsSeen, useSeenJointOdds } from './seen-joint-odds.ts'
import { isCounted, type JointGame, jointGames, oddsPerGame, type SlipLine, slipLines } from './slip-figures.ts'
import { SlipCodeCard } from './slip-code-card.tsx'
import { StakeForm } from './stake-form.tsx'
import { useQuote } from './use-quote.ts'
import { counted } from '../../shared/format/counted.ts'

/** The slip shows the selections of a started game as closed after at most this time. */
const NOTICE_START_MS = 5_000

/**
 * Empties the slip and resets the stake. If several selections were removed, Undo restores them and keeps selections
 * that were added since.
 */
function removeAll(): void {
  const { items, stake } = useSlip.getState()
  replaceSelections([])
  setStake(null)
  if (items.length < 2) return
  const undo = () => {
    const since = useSlip.getState().items
    if (since.length === 0) setStake(stake)
    replaceSelections(withSelections(since, items))
  }
  showToast('info', `${counted(items.length, 'selection')} removed.`, { title: 'Betslip', undo })
}

type SlipPanelProps = {
  readonly beforeTitle?: ReactNode
  /** True in the sheet, which shows the title itself. */
  readonly isSheet?: boolean
}

/** The slip as a screen, in the right column or in a visitor's sheet. */
export function SlipPanel({ beforeTitle, isSheet = false }: SlipPanelProps) {
  const [path] = useLocation()
  const placed = usePlacedBet((state) => state.placed)
  const count = useSlip((state) => state.items.length)
  const content = useSlip((state) => selectionKey(state.items))
  // Selections that are added after the placement form a new slip.
  useEffect(() => {
    if (placed !== null && content !== '' && content !== placed.rest) dismissPlacedBet()
  }, [content, placed])
  const title = useRef<HTMLHeadingElement>(null)
  const isLoaded = useRef(false)
  const before = useRef({ count, placed })
  // When the pressed control has disappeared, the title receives the focus.
  useEffect(() => {
    const isPressedControlRemoved =
      isLoaded.current || count < before.current.count || (before.current.placed && placed === null)
    if (isPressedControlRemoved) restoreLostFocus(title.current)
    before.current = { count, placed }
    isLoaded.current = false
  }, [count, placed])
  const onLoaded = () => {
    isLoaded.current = true
  }
  if (placed !== null) return <PlacedBet />
  return (
    <section aria-label="Betslip" className="flex min-h-full flex-1 flex-col gap-2 px-3">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2">
        {beforeTitle}
        {/*
         * Hidden from screen readers, because the section has the same name.
         */}
        {!isSheet && (
          <span aria-hidden="true" className="text-20 font-bold tracking-tight">
            Betslip
          </span>
        )}
        <div className="flex min-h-8 items-center gap-1.5 rounded-full bg-ink px-3 text-14 font-medium text-paper">
          <h2 ref={title} tabIndex={-1}>
            Sport
          </h2>
          <span className="text-12 tabular">
            {count}
            <span className="sr-only"> selections</span>
          </span>
        </div>
        {count > 0 && (
          <button
            type="button"
            onClick={removeAll}
            className="ml-auto inline-flex min-h-11 items-center text-12 font-bold text-muted"
          >
            REMOVE ALL
          </button>
        )}
      </div>
      <Debt />
      {/* My Bets lists them too. */}
      {!path.startsWith('/mybets') && <DelayedBets />}
      {count === 0 ? (
        <EmptySlip onLoaded={onLoaded} isScreen={isSheet || beforeTitle !== undefined} />
      ) : (
        <FilledSlip isSheet={isSheet} />
      )}
    </section>
  )
}

const Debt = () => <DebtNotice balance={useBalance()} />

type EmptySlipProps = { readonly onLoaded: () => void; readonly isScreen: boolean }

function EmptySlip({ onLoaded, isScreen }: EmptySlipProps) {
  const [path] = useLocation()
  return (
    <>
      <EmptyState
        icon={<Ticket className="size-8" />}
        title="Your betslip is empty"
        text="Tap the odds of a game to add a selection."
        action={
          // Beside another screen, only the main action of that screen is gold.
          <ButtonLink href="/sports" variant={isScreen ? 'primary' : 'secondary'}>
            See the games
          </ButtonLink>
        }
      />
      {/* On the booking code screen, the slip does not repeat the form of that screen. */}
      {!path.startsWith('/booking-code') && <BookingLoader onLoaded={onLoaded} />}
    </>
  )
}

function FilledSlip({ isSheet }: { readonly isSheet: boolean }) {
  const now = useNow(NOTICE_START_MS)
  const items = useSlipItems()
  const list = useFocusNextSelection(items)
  const settings = useSettingsOrDefaults()
  const exclusion = useExclusion()
  const live = useLiveGames(items, now)
  const quote = useQuote(items)
  const lines = slipLines(
    items,
    quote.data,
    now,
    useSeenJointOdds(({ seen }) => seen),
    live,
  )
  const joint = jointGames(lines)
  useEffect(() => markJointOddsSeen(joint))
  useEffect(() => {
    if (quote.data !== undefined) keepQuotedOdds(lines, joint)
  })
  if (settings === undefined)
    return (
      <Loading what="the betslip">
        <div className="flex flex-col gap-2">
          <CardSkeleton lines={['w-28', 'w-48']} />
          <CardSkeleton lines={['w-32', 'w-40']} />
          <FieldSkeleton />
          <BoxSkeleton />
        </div>
      </Loading>
    )
  // Closed selections are not part of the totals.
  const open = lines.filter(isCounted)
  const perGame = oddsPerGame(open, 'odds')
  const unchecked =
    quote.error && textOf(quote.error, 'The odds could not be checked. Please check your internet connection.')
  return (
    <>
      {exclusion && <ExcludedNotice exclusion={exclusion} />}
      <ul ref={list} className="-mx-3 border-t border-line">
        {lines.map((line) => (
          <SelectionCard key={line.item.id} line={line} now={now} />
        ))}
      </ul>
      {joint.length > 0 && quote.error === null && (
        <JointOdds
          games={joint.map(({ match, content, odds, seen, change }) => ({
            id: content,
            match,
            odds: <ChangedOdds seen={seen} now={odds} change={change} strong={false} />,
          }))}
        />
      )}
      {!exclusion && quote.data?.hasWinBonus !== false && (
        <BonusBanner qualifyingGames={countQualifying(perGame ?? [], bonusRule(settings.bonusMinOdds))} />
      )}
      {unchecked !== null && perGame !== null && (
        <Notice tone="down" live>
          {unchecked}
        </Notice>
      )}
      {!exclusion && <SlipCodeCard blocked={lines.some(({ problem }) => problem !== null)} />}
      <StakeForm
        lines={lines}
        joint={joint}
        quote={quote.data}
        unpriced={perGame === null ? unchecked : null}
        settings={settings}
        mayBet={!exclusion}
        isSheet={isSheet}
      />
    </>
  )
}

/** Other screens show the total of the quote in their slip button. */
function keepQuotedOdds(lines: readonly SlipLine[], joint: readonly JointGame[]): void {
  useQuotedOdds.setState({
    single: new Map(lines.map(({ item, odds, problem }) => [quoteKey(item), problem === null ? odds : null])),
    joint: new Map(joint.map(({ content, odds }) => [content, odds])),
  })
}

/** After a removal, the selection in the same position gets the focus. */
function useFocusNextSelection(items: readonly SlipItem[]) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(items)
  useEffect(() => {
    const removedAt = before.current.findIndex(({ id }) => items.every((item) => item.id !== id))
    before.current = items
    if (removedAt < 0 || list.current === null) return
    const next = list.current.children[removedAt] ?? list.current.lastElementChild
    if (next instanceof HTMLElement) restoreLostFocus(next)
  }, [items])
  return list
}
