import type { TimelineEvent } from '@mupiira/contract/game-facts.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { classes } from '../../shared/ui/classes.ts'

const WIDTH = 300
const HEIGHT = 108
const EDGE = 5
const STRIPES = 8
/** The number of minutes that fit at one end. Further goals are shown as a count. */
const MAX_GOALS = 5

type PitchProps = {
  readonly game: Pick<Game, 'homeTeam' | 'awayTeam'>
  readonly goals: readonly TimelineEvent[]
  readonly caption: string
}

/**
 * A pitch with the minutes of the goals, each beside the end that the scoring team attacks. The home team plays to the
 * right.
 */
export function Pitch({ game, goals, caption }: PitchProps) {
  return (
    <div className="relative overflow-hidden rounded-card text-[#ffffff]">
      <Lines />
      <Side side="away" team={game.awayTeam} goals={goals} />
      <Side side="home" team={game.homeTeam} goals={goals} />
      <p className="absolute inset-x-0 bottom-2 mx-auto w-fit max-w-[70%] truncate rounded-full bg-[#0f3f25] px-3 text-center text-12 leading-5 font-bold">
        {caption}
      </p>
    </div>
  )
}

const Lines = () => (
  <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
    <rect width={WIDTH} height={HEIGHT} fill="#1f7a45" />
    {Array.from({ length: STRIPES / 2 }, (_, at) => (
      <rect key={at} x={(at * 2 * WIDTH) / STRIPES} width={WIDTH / STRIPES} height={HEIGHT} fill="#1b7040" />
    ))}
    <g fill="none" stroke="#ffffff" strokeOpacity="0.7" strokeWidth="0.8">
      <rect x={EDGE} y={EDGE} width={WIDTH - 2 * EDGE} height={HEIGHT - 2 * EDGE} />
      <path d={`M${WIDTH / 2} ${EDGE}V${HEIGHT - EDGE}`} />
      <circle cx={WIDTH / 2} cy={HEIGHT / 2} r="16" />
      <rect x={EDGE} y="29" width="36" height="50" />
      <rect x={WIDTH - EDGE - 36} y="29" width="36" height="50" />
      <rect x={EDGE} y="41" width="13" height="26" />
      <rect x={WIDTH - EDGE - 13} y="41" width="13" height="26" />
    </g>
  </svg>
)

type SideProps = {
  readonly side: 'home' | 'away'
  readonly team: string
  readonly goals: readonly TimelineEvent[]
}

/** The minutes of a team's goals, at the end that the team attacks. */
function Side({ side, team, goals }: SideProps) {
  const own = goals.filter((goal) => goal.team === side)
  const more = own.length - MAX_GOALS
  const isHome = side === 'home'
  return (
    <ul
      aria-label={`Goals of ${team}`}
      className={classes(
        'absolute inset-y-3 flex w-[38%] flex-wrap content-center items-center gap-1',
        isHome ? 'right-[6%] justify-end' : 'left-[6%]',
      )}
    >
      {own.slice(0, MAX_GOALS).map((goal, at) => (
        <li
          key={at}
          className="inline-flex h-6 min-w-9 items-center justify-center rounded-full bg-[#ffffff] px-1.5 text-12 font-bold text-[#14171a] tabular"
        >
          {goal.minute}'
        </li>
      ))}
      {more > 0 && <li className="text-12 font-bold">+{more}</li>}
    </ul>
  )
}
