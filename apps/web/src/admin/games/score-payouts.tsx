import { useQuery } from '@tanstack/react-query'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Card, Money } from '../../shared/ui/surfaces.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { scoresQuery } from './game-queries.ts'

const REFRESH_MS = 15_000

type ScorePayoutsProps = { readonly gameId: string; readonly homeTeam: string; readonly awayTeam: string }

/** The maximum payout of the open tickets for each final score that the match can still end with. */
export function ScorePayouts({ gameId, homeTeam, awayTeam }: ScorePayoutsProps) {
  const query = useQuery({ ...scoresQuery(gameId), refetchInterval: useAdminPollingMs(REFRESH_MS) })
  return (
    <Card as="section" label="What each score pays">
      <Loaded query={query} what="what each score pays" skeleton={<Skeleton className="h-60 w-full" />}>
        {({ stake, scores }) => {
          const highest = Math.max(0, ...scores.map(({ payout }) => payout))
          const homeGoals = [...new Set(scores.map(({ home }) => home))]
          const awayGoals = [...new Set(scores.map(({ away }) => away))]
          const worst = scores.find(({ payout }) => payout === highest)
          if (highest === 0 || worst === undefined) {
            return (
              <>
                <h2 className="text-16 font-bold">What each score pays</h2>
                <p className="text-14 text-muted">No open tickets on this game.</p>
              </>
            )
          }
          return (
            <>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
                <h2 className="text-16 font-bold">What each score pays</h2>
                <p className="text-12 text-muted">
                  Highest payout: <Money amount={highest} /> at {worst.home} – {worst.away}, on stakes of{' '}
                  <Money amount={stake} />. The figures assume that all selections on other games win. Only scores that
                  are still possible are shown.
                </p>
              </div>
              <div className="overflow-x-auto" role="region" aria-label="Payouts by final score" tabIndex={0}>
                <table className="w-full min-w-120 text-12 tabular">
                  <thead>
                    <tr>
                      <th scope="col" className="px-2 py-1 text-left font-normal text-muted">
                        {homeTeam} ↓ {awayTeam} →
                      </th>
                      {awayGoals.map((away) => (
                        <th key={away} scope="col" className="px-2 py-1 text-right text-14">
                          {away}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {homeGoals.map((home) => (
                      <tr key={home} className="border-t border-line">
                        <th scope="row" className="px-2 py-1 text-left text-14">
                          {home}
                        </th>
                        {awayGoals.map((away) => {
                          const payout = scores.find((score) => score.home === home && score.away === away)?.payout ?? 0
                          return (
                            <td
                              key={away}
                              className={classes(
                                'px-2 py-1 text-right whitespace-nowrap',
                                payout === highest ? 'font-bold text-down' : payout > stake ? 'text-ink' : 'text-muted',
                              )}
                            >
                              {Math.round(payout).toLocaleString('en-UG')}
                            </td>
                          )
                        })}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
