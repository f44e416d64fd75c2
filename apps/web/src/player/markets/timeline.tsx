import { useQuery } from '@tanstack/react-query'
import type { TimelineEvent } from '@mupiira/contract/game-facts.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { hasScore } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { BallIcon } from '../../shared/ui/logo.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { FactsSkeleton, NoFacts } from './fact-states.tsx'
import { timelineQuery } from './fact-queries.ts'

const WHISTLES: Partial<Record<TimelineEvent['kind'], string>> = {
  'kick-off': 'Kick-off',
  'half-time': 'Half time',
  'full-time': 'Full time',
}

/** Goals and periods, newest first (LIVE-40). */
export function Timeline({ game }: { readonly game: Game }) {
  const query = useQuery(timelineQuery(game.id, `${game.homeScore}:${game.awayScore}`))
  return (
    <Loaded query={query} what="the timeline" skeleton={<FactsSkeleton />}>
      {({ items }) =>
        items.length === 0 ? (
          <NoFacts>
            {hasScore(game) ? 'There are no events for this game.' : 'The timeline starts at kick-off.'}
          </NoFacts>
        ) : (
          <ol reversed>
            {[...items].reverse().map((event, at) => (
              <Event key={items.length - at} event={event} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function Event({ event }: { readonly event: TimelineEvent }) {
  const whistle = WHISTLES[event.kind]
  const score = (
    <b className="tabular">
      {event.homeScore} – {event.awayScore}
    </b>
  )
  if (whistle !== undefined) {
    return (
      <li className="flex justify-center gap-2 border-b border-line py-2 text-12 text-muted last:border-b-0">
        {whistle} {event.kind === 'kick-off' ? null : score}
      </li>
    )
  }
  const isHome = event.team === 'home'
  return (
    <li
      className={classes(
        'flex items-center gap-2 border-b border-line py-2 text-14 last:border-b-0',
        !isHome && 'flex-row-reverse text-right',
      )}
    >
      <span className="w-9 shrink-0 text-muted tabular">{event.minute}'</span>
      <BallIcon className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span>{event.scorer ?? 'Goal'}</span>
        {event.kind === 'own-goal' && <span className="text-muted"> (own goal)</span>}
      </span>
      {score}
    </li>
  )
}
