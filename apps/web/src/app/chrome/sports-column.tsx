import { useLocation, useSearch } from 'wouter'
import type { Sport } from '@mupiira/contract/games.ts'
import { gamesFilterFrom } from '@mupiira/contract/game-lists.ts'
import { leagueKey, sportName } from '../../shared/format/game-texts.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { List, SportIcon } from '../../shared/ui/icons.tsx'
import { MENU_ENTRIES, withRoutes } from './entries.ts'
import { popularLeagues } from './popular-leagues.ts'
import { FavouriteLines, Heading, LeagueLine, Line, useLiveCount, useSports } from './sports-lines.tsx'

/** The left column of wide screens, with the most used filters of the game list. */
export function SportsColumn() {
  const sports = useSports()
  const live = useLiveCount()
  const [path] = useLocation()
  const filter = gamesFilterFrom(new URLSearchParams(useSearch()))
  const onList = path === '/' || path === '/sports' || path === '/virtual'
  return (
    <>
      <FavouriteLines />
      <nav aria-label="Sports and leagues" className="py-3">
        <Line
          href="/sports"
          icon={<List className="size-4" />}
          count={sports.length === 0 ? undefined : total(sports)}
          isCurrent={onList && Object.keys(filter).length === 0}
        >
          All Sports
        </Line>
        <Line
          href="/live"
          icon={<span className="size-2.5 rounded-full bg-live" />}
          count={live}
          isCurrent={path === '/live'}
        >
          Live Now
        </Line>
        <Heading>Top leagues</Heading>
        {popularLeagues(sports).map((league) => (
          <LeagueLine
            key={leagueKey(league)}
            league={league}
            count={league.count}
            isCurrent={onList && filter.league === league.name && (filter.country ?? null) === league.country}
          />
        ))}
        <Heading>Sports</Heading>
        {sports.map((sport) => (
          <Line
            key={sport.name}
            href={sportsHref({ sport: sport.name })}
            icon={<SportIcon sport={sport.name} className="size-4" />}
            count={sport.count}
            isCurrent={onList && filter.sport === sport.name}
          >
            {sportName(sport.name)}
          </Line>
        ))}
        <Heading>More</Heading>
        {withRoutes(MENU_ENTRIES.slice(3)).map(({ name, href, Icon }) => (
          <Line key={href} href={href} icon={Icon && <Icon className="size-4" />} isCurrent={path === href}>
            {name}
          </Line>
        ))}
      </nav>
    </>
  )
}

const total = (sports: readonly Sport[]): number => sports.reduce((sum, sport) => sum + sport.count, 0)
