import { useQuery } from '@tanstack/react-query'
import type { Game } from '@mupiira/contract/games.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded } from '../../shared/ui/states.tsx'
import { FactsSkeleton, NoFacts, PublishedAt } from './fact-states.tsx'
import { FormLetter } from './head-to-head.tsx'
import { standingsQuery } from './fact-queries.ts'

const NUMBER = 'px-1.5 py-2 text-right'
const WIDE_NUMBER = 'hidden px-1.5 py-2 text-right md:table-cell'

/** The league table with the form of each team (LIVE-39). */
export function Standings({ game }: { readonly game: Game }) {
  const query = useQuery(standingsQuery(game.id))
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
                  <Head short="#" name="Position" look="py-2 pr-1.5 text-right" />
                  <th scope="col" className="py-2 text-left font-normal">
                    Team
                  </th>
                  <Head short="P" name="Played" look={NUMBER} />
                  <Head short="W" name="Won" look={WIDE_NUMBER} />
                  <Head short="D" name="Drawn" look={WIDE_NUMBER} />
                  <Head short="L" name="Lost" look={WIDE_NUMBER} />
                  <Head short="+/−" name="Goal difference" look={NUMBER} />
                  <Head short="Pts" name="Points" look={NUMBER} />
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
                    <td className={NUMBER}>{line.played}</td>
                    <td className={WIDE_NUMBER}>{line.won}</td>
                    <td className={WIDE_NUMBER}>{line.drawn}</td>
                    <td className={WIDE_NUMBER}>{line.lost}</td>
                    <td className={NUMBER}>{difference(line.goalsFor - line.goalsAgainst)}</td>
                    <td className={classes(NUMBER, 'font-bold')}>{line.points}</td>
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

function Head({ short, name, look }: { readonly short: string; readonly name: string; readonly look: string }) {
  return (
    <th scope="col" className={classes(look, 'font-normal')}>
      <abbr title={name} className="no-underline">
        {short}
      </abbr>
    </th>
  )
}

const difference = (goals: number): string => (goals > 0 ? `+${goals}` : goals < 0 ? `−${-goals}` : '0')
