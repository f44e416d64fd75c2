import { useId, useState } from 'react'
import type { Game, Market } from '@mupiira/contract/games.ts'
import { useNow } from '../../shared/clock.ts'
import { isOver } from '../../shared/format/game-texts.ts'
import { useClosedReason } from '../../shared/lock-reason.ts'
import { Lock } from '../../shared/ui/icons.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
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
  // The reason is shown once above the markets, not at every locked selection.
  const closed = useClosedReason(game, now)
  const reason = closed !== null && (
    <p className="flex min-h-11 items-center gap-2 px-3 text-14 text-muted">
      <Lock className="size-4 shrink-0" /> {sentenceOf(closed)}
    </p>
  )
  // Its odds no longer matter, and never open again.
  if (isOver(game)) return reason
  const shown = group === 'all' ? possible : possible.filter((market) => market.group === group)
  return (
    <>
      <Tabs label="Groups of markets" tabs={tabs} chosen={group} onChoose={setGroup} panelId={panelId} />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${group}`}>
        {reason}
        {shown.map((market) => (
          <MarketSection key={market.id} game={game} market={market} closed={closed} />
        ))}
      </div>
    </>
  )
}

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
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        </div>
      ))}
    </div>
  )
}
