import { useQuery } from '@tanstack/react-query'
import type { Game } from '@mupiira/contract/games.ts'
import type { Answer } from '../../shared/api/client.ts'
import { Loaded } from '../../shared/ui/states.tsx'
import { FactsSkeleton, NoFacts, PublishedAt } from './fact-states.tsx'
import { lineupsQuery } from './fact-queries.ts'

type Lineup = NonNullable<Answer<'GET /api/games/{id}/lineups'>['home']>

/** The line-ups (LIVE-40). */
export function Lineups({ game }: { readonly game: Game }) {
  const query = useQuery(lineupsQuery(game.id))
  return (
    <Loaded query={query} what="the lineups" skeleton={<FactsSkeleton />}>
      {({ toldAt, home, away }) =>
        home === null && away === null ? (
          <NoFacts>Lineups are not available yet. Most are published in the hour before kick-off.</NoFacts>
        ) : (
          <>
            <div className="grid grid-cols-2 gap-3">
              <Side team={game.homeTeam} lineup={home} />
              <Side team={game.awayTeam} lineup={away} />
            </div>
            <PublishedAt instant={toldAt} />
          </>
        )
      }
    </Loaded>
  )
}

function Side({ team, lineup }: { readonly team: string; readonly lineup: Lineup | null }) {
  return (
    <section aria-label={team} className="min-w-0">
      <h3 className="pb-1 text-14 font-bold">{team}</h3>
      {lineup === null ? (
        <p className="text-14 text-muted">Not known yet.</p>
      ) : (
        <>
          <Players players={lineup.starting} />
          {lineup.substitutes.length > 0 && <h4 className="pt-3 pb-1 text-12 font-bold text-muted">Substitutes</h4>}
          <Players players={lineup.substitutes} />
          {lineup.coach !== null && <p className="pt-3 text-12 text-muted">Coach {lineup.coach}</p>}
        </>
      )}
    </section>
  )
}

function Players({ players }: { readonly players: Lineup['starting'] }) {
  return (
    <ul>
      {players.map(({ number, name }, at) => (
        <li key={at} className="flex gap-2 py-0.5 text-14">
          <span className="w-5 shrink-0 text-right text-muted tabular">{number ?? ''}</span>
          <span className="min-w-0">{name}</span>
        </li>
      ))}
    </ul>
  )
}
