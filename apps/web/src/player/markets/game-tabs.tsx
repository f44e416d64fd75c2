import { useId, useState } from 'react'
import type { Game } from '@mupiira/contract/games.ts'
import { rankingOf } from '@mupiira/domain/match/league-table.ts'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { HeadToHead } from './head-to-head.tsx'
import { Lineups } from './lineups.tsx'
import { Standings } from './standings.tsx'
import { Statistics } from './statistics.tsx'
import { Timeline } from './timeline.tsx'

const TABS = [
  { id: 'statistics', name: 'Statistics', Content: Statistics },
  { id: 'head-to-head', name: 'Head to head', Content: HeadToHead },
  { id: 'standings', name: 'Standings', Content: Standings },
  { id: 'timeline', name: 'Timeline', Content: Timeline },
  { id: 'lineups', name: 'Lineups', Content: Lineups },
] as const
type TabId = (typeof TABS)[number]['id']

/**
 * The facts of a game. At first no tab is open, so that the player's bets and the odds are near the top. A second tap
 * closes a tab. Sports without league tables have no Standings tab.
 */
export function GameTabs({ game }: { readonly game: Game }) {
  const [chosen, setChosen] = useState<TabId | null>(null)
  const panelId = useId()
  const tabs = TABS.filter(({ id }) => id !== 'standings' || rankingOf(game.sport) !== null)
  const shown = tabs.find(({ id }) => id === chosen)
  const choose = (id: TabId) => setChosen(id === chosen ? null : id)
  return (
    <>
      <Tabs label="About the game" tabs={tabs} chosen={shown?.id ?? null} onChoose={choose} panelId={panelId} />
      {shown && (
        <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${shown.id}`} className="min-h-72 p-3">
          <shown.Content game={game} />
        </div>
      )}
    </>
  )
}
