import { useId, useState } from 'react'
import type { Game, Market } from '@mupiira/contract/games.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { useNow } from '../../shared/clock.ts'
import { isOver } from '../../shared/format/game-texts.ts'
import { counted } from '../../shared/format/counted.ts'
import { useClosedReason } from '../../shared/lock-reason.ts'
import { closingOdds } from '../../shared/closing-odds.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { ChevronDown, Lock } from '../../shared/ui/icons.tsx'
import { BoxSkeleton } from '../../shared/ui/skeletons.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { InPlayBar } from './in-play-bar.tsx'
import { MarketSection } from './market-section.tsx'

type Group = 'all' | Market['group']

const GROUPS: readonly { readonly id: Group; readonly name: string }[] = [
  { id: 'all', name: 'ALL' },
  { id: 'popular', name: 'POPULAR' },
  { id: 'goals', name: 'GOALS' },
  { id: 'combos', name: 'COMBOS' },
  { id: 'specials', name: 'SPECIALS' },
]

const TICK_MS = 30_000

type MarketPanelProps = { readonly game: Game; readonly markets: readonly Market[] }

/** The markets by group. Each tab shows its count (LIVE-32, LIVE-33, D10). */
export function MarketPanel({ game, markets }: MarketPanelProps) {
  const [group, setGroup] = useState<Group>('all')
  const panelId = useId()
  const possible = markets.filter((market) => isPossible(game, market))
  const tabs = GROUPS.map(({ id, name }) => ({
    id,
    name,
    count: id === 'all' ? undefined : possible.filter((market) => market.group === id).length,
  }))
  const now = useNow(TICK_MS)
  const closed = useClosedReason(game, now)
  const [isOpened, open] = useState(false)
  // An upcoming game and a suspended one can open again at any time, so their markets stay in place.
  const isHidden = closed !== null && game.status !== 'upcoming' && !game.inPlay
  // Betting on a finished game never opens again, so its odds are not shown.
  if (closed !== null && isOver(game)) return <Closed game={game} reason={closed} />
  const shown = group === 'all' ? possible : possible.filter((market) => market.group === group)
  return (
    <>
      {game.inPlay ? <InPlayBar game={game} /> : closed !== null && <Closed game={game} reason={closed} />}
      {isHidden && (
        <Disclosure count={possible.length} isOpened={isOpened} onToggle={() => open(!isOpened)} panelId={panelId} />
      )}
      {(!isHidden || isOpened) && (
        <>
          <Tabs label="Groups of markets" tabs={tabs} chosen={group} onChoose={setGroup} panelId={panelId} />
          <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${group}`}>
            {shown.map((market) => (
              <MarketSection key={market.id} game={game} market={market} closed={closed} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

/**
 * The reason why the whole game is closed, once instead of at every selection, and the odds at which betting closed.
 */
function Closed({ game, reason }: { readonly game: Game; readonly reason: string }) {
  const textOf = useOddsText()
  const last = closingOdds(game)
  return (
    <div className="mx-3 my-2 rounded-card bg-band px-3 py-2 text-14">
      <p className="flex items-center gap-2 font-bold">
        <Lock className="size-4 shrink-0 text-muted" /> {sentenceOf(reason)}
      </p>
      {last.length > 0 && (
        <p className="pt-1 text-12 text-muted tabular">
          {`Odds at kick-off: ${last.map(({ outcome, odds }) => `${outcome} ${textOf(oddsFromNumber(odds))}`).join(' · ')}`}
        </p>
      )}
    </div>
  )
}

type DisclosureProps = {
  readonly count: number
  readonly isOpened: boolean
  readonly onToggle: () => void
  readonly panelId: string
}

/** Closed markets are hidden at first, because a screen of locks gives no information. */
const Disclosure = ({ count, isOpened, onToggle, panelId }: DisclosureProps) => (
  <button
    type="button"
    aria-expanded={isOpened}
    aria-controls={isOpened ? panelId : undefined}
    onClick={onToggle}
    className="flex min-h-11 w-full items-center justify-between gap-2 px-3 text-left text-14 font-bold"
  >
    <span>{counted(count, 'closed market')}</span>
    <ChevronDown className={classes('size-5 text-muted', isOpened && 'upside-down')} />
  </button>
)

/**
 * Returns false for a market that the game will never offer. Line-ups can still arrive and make goalscorers possible
 * (D10).
 */
const isPossible = ({ sport }: Game, { id, available }: Market): boolean =>
  available || (sport === 'soccer' && id !== 'to_qualify')

/** "bets close at kick-off" → "Bets close at kick-off." */
const sentenceOf = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`

export function MarketsSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-3">
      {Array.from({ length: 5 }, (_, i) => (
        <div key={i} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-32" />
          <div className="grid grid-cols-3 gap-2">
            <BoxSkeleton />
            <BoxSkeleton />
            <BoxSkeleton />
          </div>
        </div>
      ))}
    </div>
  )
}
