import { useQuery } from '@tanstack/react-query'
import type { Game } from '@mupiira/contract/games.ts'
import { perMilleWon, type Ranking, rankingOf, type TableLine } from '@mupiira/domain/match/league-table.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded } from '../../shared/ui/states.tsx'
import { FactsSkeleton, NoFacts, PublishedAt } from './fact-states.tsx'
import { FormLetter } from './head-to-head.tsx'
import { standingsQuery } from './fact-queries.ts'

type Column = {
  readonly short: string
  readonly name: string
  readonly text: (line: TableLine) => number | string | null
  /** True if the column is shown on wide screens only. */
  readonly isWide?: true
  readonly isBold?: true
}

const COLUMNS: Readonly<Record<Ranking, readonly Column[]>> = {
  points: [
    { short: 'P', name: 'Played', text: ({ played }) => played },
    { short: 'W', name: 'Won', text: ({ won }) => won, isWide: true },
    { short: 'D', name: 'Drawn', text: ({ drawn }) => drawn, isWide: true },
    { short: 'L', name: 'Lost', text: ({ lost }) => lost, isWide: true },
    {
      short: '+/−',
      name: 'Goal difference',
      text: ({ goalsFor, goalsAgainst }) => difference(goalsFor - goalsAgainst),
    },
    { short: 'Pts', name: 'Points', text: ({ points }) => points, isBold: true },
  ],
  percentage: [
    { short: 'P', name: 'Played', text: ({ played }) => played, isWide: true },
    { short: 'W', name: 'Won', text: ({ won }) => won },
    { short: 'L', name: 'Lost', text: ({ lost }) => lost },
    { short: 'PF', name: 'Points for', text: ({ goalsFor }) => goalsFor, isWide: true },
    { short: 'PA', name: 'Points against', text: ({ goalsAgainst }) => goalsAgainst, isWide: true },
    { short: 'Win %', name: 'Percentage of games won', text: percentWon, isBold: true },
  ],
}

const numberClass = ({ isWide }: Column): string => classes('px-1.5 py-2 text-right', isWide && 'hidden md:table-cell')

/** The league table with the form of each team (LIVE-39, LIVE-45). */
export function Standings({ game }: { readonly game: Game }) {
  const query = useQuery(standingsQuery(game.id))
  const columns = COLUMNS[rankingOf(game.sport) ?? 'points']
  return (
    <Loaded query={query} what="the table" skeleton={<FactsSkeleton />}>
      {({ toldAt, items }) =>
        items.length === 0 ? (
          <NoFacts>This league has no table yet.</NoFacts>
        ) : (
          <>
            <table className="w-full text-14 tabular">
              <caption className="sr-only">Table of {leagueName(game.league, game.country)}</caption>
              <thead className="text-12 text-muted">
                <tr className="border-b border-line">
                  <Head short="#" name="Position" className="py-2 pr-1.5 text-right" />
                  <th scope="col" className="py-2 text-left font-normal">
                    Team
                  </th>
                  {columns.map((column) => (
                    <Head key={column.short} short={column.short} name={column.name} className={numberClass(column)} />
                  ))}
                  <th scope="col" className="py-2 pl-2 text-left font-normal">
                    Form
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((line) => (
                  <tr
                    key={line.team}
                    className={classes(
                      'border-b border-line',
                      (line.team === game.homeTeam || line.team === game.awayTeam) && 'bg-tint font-bold',
                    )}
                  >
                    <td className="py-2 pr-1.5 text-right text-muted">{line.position}</td>
                    <th scope="row" className="py-2 text-left font-[inherit]">
                      {line.team}
                    </th>
                    {columns.map((column) => (
                      <td key={column.short} className={classes(numberClass(column), column.isBold && 'font-bold')}>
                        {column.text(line)}
                      </td>
                    ))}
                    <td className="py-2 pl-2">
                      <span className="flex">
                        {line.form.map((letter, at) => (
                          <FormLetter key={at} letter={letter} />
                        ))}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <PublishedAt instant={toldAt} />
          </>
        )
      }
    </Loaded>
  )
}

function Head({
  short,
  name,
  className,
}: {
  readonly short: string
  readonly name: string
  readonly className: string
}) {
  return (
    <th scope="col" className={classes(className, 'font-normal')}>
      <abbr title={name} className="no-underline">
        {short}
      </abbr>
    </th>
  )
}

function percentWon(line: TableLine): string {
  return (perMilleWon(line) / 10).toFixed(1)
}

const difference = (goals: number): string => (goals > 0 ? `+${goals}` : goals < 0 ? `−${-goals}` : '0')
