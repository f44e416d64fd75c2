import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlayedGame } from '@mupiira/contract/game-facts.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded } from '../../shared/ui/states.tsx'
import { FactsSkeleton, NoFacts, PublishedAt } from './fact-states.tsx'
import { headToHeadQuery } from './fact-queries.ts'

/** Earlier games of both teams (LIVE-39). */
export function HeadToHead({ game }: { readonly game: Game }) {
  const query = useQuery(headToHeadQuery(game.id))
  return (
    <Loaded query={query} what="the earlier games" skeleton={<FactsSkeleton />}>
      {({ toldAt, meetings, home, away }) =>
        home.length + away.length === 0 ? (
          <NoFacts>No earlier games of these teams found.</NoFacts>
        ) : (
          <div className="flex flex-col gap-4">
            <PastGames title="Against each other" games={meetings} none="These teams have not met before." />
            <PastGames
              title={`Last games of ${game.homeTeam}`}
              games={home}
              team={game.homeTeam}
              none="No games found."
            />
            <PastGames
              title={`Last games of ${game.awayTeam}`}
              games={away}
              team={game.awayTeam}
              none="No games found."
            />
            <PublishedAt instant={toldAt} />
          </div>
        )
      }
    </Loaded>
  )
}

type PastGamesProps = {
  readonly title: string
  readonly games: readonly PlayedGame[]
  readonly none: string
  readonly team?: string
}

/** At first only this many past games are shown, so that the markets below stay near the top. */
const SHOWN_FIRST = 3

function PastGames({ title, games, none, team }: PastGamesProps) {
  const [all, setAll] = useState(false)
  // If only one game is left, it is shown in place of the button.
  const shown = all || games.length <= SHOWN_FIRST + 1 ? games : games.slice(0, SHOWN_FIRST)
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-14 font-bold">{title}</h3>
      {games.length === 0 && <p className="text-14 text-muted">{none}</p>}
      <ul>
        {shown.map((played, at) => (
          <li
            key={`${played.startTime} ${played.homeTeam} ${at}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line py-1.5 text-14 last:border-b-0"
          >
            <span className="truncate">
              {played.homeTeam} – {played.awayTeam}
            </span>
            <span className="flex items-center gap-2">
              <b className="tabular">
                {played.homeScore} – {played.awayScore}
              </b>
              {team !== undefined && <Outcome played={played} team={team} />}
            </span>
            <span className="col-span-2 truncate text-12 text-muted">
              {dateTimeText(played.startTime)} · {played.league}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < games.length && (
        <button
          type="button"
          aria-label={`Show all: ${title}`}
          onClick={() => setAll(true)}
          className="inline-flex min-h-11 items-center text-14 font-bold underline"
        >
          Show all {games.length}
        </button>
      )}
    </section>
  )
}

function Outcome({ played, team }: { readonly played: PlayedGame; readonly team: string }) {
  const lead = (played.homeScore - played.awayScore) * (played.homeTeam === team ? 1 : -1)
  return <FormLetter letter={lead > 0 ? 'W' : lead < 0 ? 'L' : 'D'} />
}

const FORM = { W: ['text-up', 'won'], D: ['text-muted', 'drawn'], L: ['text-down', 'lost'] } as const

export function FormLetter({ letter }: { readonly letter: keyof typeof FORM }) {
  const [className, word] = FORM[letter]
  return (
    <abbr title={word} className={classes('w-4 text-center text-12 font-bold no-underline', className)}>
      {letter}
    </abbr>
  )
}
