import { useLocation } from 'wouter'
import { leagueKey, sportName } from '../../shared/format/game-texts.ts'
import { sportsHref } from '../../shared/games-href.ts'
import { Flag } from '../../shared/ui/flag.tsx'
import { ChevronDown, SportIcon } from '../../shared/ui/icons.tsx'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { COUNTRIES, MENU_ENTRIES, withRoutes } from './entries.ts'
import { FavouriteLines, Heading, LeagueLine, Line, useLiveCount, useSports } from './sports-lines.tsx'

/** The contents of the side menu (APP-44 to APP-51). */
export function MenuList() {
  const sports = useSports()
  const live = useLiveCount()
  const [path] = useLocation()
  return (
    <>
      <nav aria-label="Menu" className="border-b border-line py-2">
        {withRoutes(MENU_ENTRIES).map(({ name, href }) => (
          <Line key={href} href={href} isCurrent={path === href} count={href === '/live' ? live : undefined}>
            {name}
          </Line>
        ))}
        {/* Phones do not show the header's links. */}
        <div className="md:hidden">
          <Line href="/livescore" isCurrent={path === '/livescore'}>
            Livescore
          </Line>
        </div>
      </nav>
      <FavouriteLines />
      <Heading>Sports</Heading>
      <nav aria-label="Sports and leagues" className="border-b border-line pb-2">
        {sports.map((sport) => (
          <details key={sport.name} className="group">
            <summary className="flex min-h-11 list-none items-center justify-between px-4 text-14">
              <span className="flex items-center gap-2">
                <SportIcon sport={sport.name} className="size-4" /> {sportName(sport.name)}
              </span>
              <span className="flex items-center gap-2 text-12 text-muted tabular">
                {sport.count}
                <ChevronDown className="size-4 group-open:upside-down" />
              </span>
            </summary>
            <div className="pl-3">
              <Line href={sportsHref({ sport: sport.name })} count={sport.count}>
                All {sportName(sport.name)}
              </Line>
              {sport.leagues.map((league) => (
                <LeagueLine
                  key={leagueKey({ ...league, sport: sport.name })}
                  league={{ ...league, sport: sport.name }}
                  count={league.count}
                />
              ))}
            </div>
          </details>
        ))}
      </nav>
      <Heading>Countries</Heading>
      <nav aria-label="Countries" className="pb-4">
        {COUNTRIES.map((country) => (
          <Line key={country} href={sportsHref({ country })} icon={<Flag country={country} />}>
            {country}
          </Line>
        ))}
      </nav>
      <nav aria-label="Protection" className="border-t border-line py-2">
        <Line href="/responsible-gambling" isCurrent={path === '/responsible-gambling'}>
          Responsible Gambling
        </Line>
      </nav>
      <div className="border-t border-line p-4">
        <ThemeSwitch />
      </div>
    </>
  )
}
