import type { TimelineEvent } from '@mupiira/contract/game-facts.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { isLive } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'

const FULL_MINUTES = 90
const MIDDLE = 18
const RADIUS = 9

type TimelineBarProps = {
  readonly game: Game
  readonly goals: readonly TimelineEvent[]
  readonly minute: number
}

/** From 0 to 90 minutes, with the goals of the home side above and of the away side below the line (LIVE-30). */
export function TimelineBar({ game, goals, minute }: TimelineBarProps) {
  const live = isLive(game)
  return (
    <div
      role="progressbar"
      aria-label="Minutes played"
      aria-valuemin={0}
      aria-valuemax={FULL_MINUTES}
      aria-valuenow={Math.min(minute, FULL_MINUTES)}
      className="px-2.5 pt-1"
    >
      {/* An SVG, because the content security policy forbids inline styles. */}
      <svg aria-hidden="true" height={2 * MIDDLE} className="block w-full overflow-visible">
        <rect y={MIDDLE - 2} width="100%" height="4" rx="2" className="fill-line" />
        <rect y={MIDDLE - 2} width={at(minute)} height="4" rx="2" className={live ? 'fill-live' : 'fill-muted'} />
        <rect x="50%" y={MIDDLE - 5} width="1.5" height="10" className="fill-muted" />
        {live && <circle cx={at(minute)} cy={MIDDLE} r="5" className="fill-live" />}
        {goals.map((goal, index) => (
          <Goal key={index} goal={goal} team={goal.team === 'home' ? game.homeTeam : game.awayTeam} />
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between pt-1 text-12 text-muted tabular">
        <span>0'</span>
        <span>45'</span>
        <span>90'</span>
      </p>
    </div>
  )
}

const at = (minute: number): string => `${((Math.min(minute, FULL_MINUTES) / FULL_MINUTES) * 100).toFixed(1)}%`

function Goal({ goal, team }: { readonly goal: TimelineEvent; readonly team: string }) {
  const y = goal.team === 'home' ? RADIUS : 2 * MIDDLE - RADIUS
  return (
    <>
      <circle cx={at(goal.minute)} cy={y} r={RADIUS} className="fill-paper stroke-ink" strokeWidth="1.5" />
      <text
        x={at(goal.minute)}
        y={y + 4}
        textAnchor="middle"
        className={classes('fill-ink text-[11px] font-bold', goal.kind === 'own-goal' && 'italic')}
      >
        {team.charAt(0)}
      </text>
    </>
  )
}
