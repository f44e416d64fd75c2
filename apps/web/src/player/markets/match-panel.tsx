import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameStatistics, TimelineEvent } from '@mupiira/contract/game-facts.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { isLive, minuteText } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { ChevronDown } from '../../shared/ui/icons.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { statisticsQuery, timelineQuery } from './fact-queries.ts'
import { Pitch } from './pitch.tsx'
import { StatisticLine } from './statistics.tsx'
import { TimelineBar } from './timeline-bar.tsx'

/** The statistics change once a match minute. */
const REFRESH_MS = 60_000

/** The statistics beside the pitch; the tab shows all. */
const SHOWN: readonly GameStatistics['items'][number]['id'][] = ['shots', 'possession']

/**
 * A started football game at a glance: the goals on a pitch and on a line of 90 minutes, shots and possession. Low
 * screens show pitch and statistics on request, so that the player's bets and the odds are near the top.
 */
export function MatchPanel({ game }: { readonly game: Game }) {
  const score = `${game.homeScore}:${game.awayScore}`
  const timeline = useQuery({ ...timelineQuery(game.id, score), refetchInterval: isLive(game) && REFRESH_MS })
  const statistics = useQuery({ ...statisticsQuery(game.id), refetchInterval: isLive(game) && REFRESH_MS })
  const goals = (timeline.data?.items ?? []).filter(({ kind }) => kind === 'goal' || kind === 'own-goal')
  const items = (statistics.data?.items ?? []).filter(({ id }) => SHOWN.includes(id))
  const caption = captionOf(game, goals)
  const [isOpen, open] = useState(false)
  const onRequest = isOpen ? '' : 'hidden tall:block'
  return (
    <section aria-label="Match tracker" className="px-3 pb-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
        className="-mt-2 flex min-h-11 w-full items-center gap-2 text-left text-12 tall:hidden"
      >
        <b className="min-w-0 flex-1 truncate">{caption}</b>
        <span className="text-muted">{isOpen ? 'Hide the pitch' : 'Show the pitch'}</span>
        <ChevronDown className={classes('size-4 text-muted', isOpen && 'upside-down')} />
      </button>
      <div className={onRequest}>
        <Pitch game={game} goals={goals} caption={caption} />
      </div>
      {game.clock !== null && <TimelineBar game={game} goals={goals} minute={game.clock.minute} />}
      <div className={onRequest}>
        {/* Reserves the height of both lines. */}
        <div className="flex min-h-19 flex-col gap-2 pt-2">
          {items.length > 0 && (
            <dl className="flex flex-col gap-2">
              {items.map((item) => (
                <StatisticLine key={item.id} item={item} />
              ))}
            </dl>
          )}
          {statistics.data?.simulated === true && items.length > 0 && (
            <p className="text-12 text-muted">
              <Badge tone="muted">Simulated</Badge> Only the goals are real.
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** For this many minutes after a goal, the caption names it. */
const RECENT_MINUTES = 5

/** For a game with a goal in minute 61: "61' Goal · Vipers SC · E. Kaye" */
export function captionOf(game: Game, goals: readonly TimelineEvent[]): string {
  const last = goals.length === 0 ? undefined : goals[goals.length - 1]
  const label = minuteText(game.clock?.label ?? '')
  if (!isLive(game) || last === undefined || (game.clock?.minute ?? 0) - last.minute > RECENT_MINUTES)
    return STATES[label] ?? (isLive(game) ? halfOf(game) : label)
  const team = last.team === 'home' ? game.homeTeam : game.awayTeam
  return [`${last.minute}' ${last.kind === 'own-goal' ? 'Own goal' : 'Goal'}`, team, last.scorer]
    .filter((part) => part !== null)
    .join(' · ')
}

const STATES: Readonly<Record<string, string>> = { HalfTime: 'Half time', 'Full Time': 'Full time' }

const halfOf = ({ clock }: Game): string => ((clock?.minute ?? 0) <= 45 ? 'First half' : 'Second half')
