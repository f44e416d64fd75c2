import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Chance } from '../chance.ts'
import { type PlannedGame, type DemoLeague, type Score, SPEED, splitNames } from './league.ts'

type Style = {
  /** Points of a team per game on average. */
  readonly points: number
  readonly quarterMinutes: number
}

/** Points by which the home team leads on average, and by which the strongest leads an average team. */
const HOME_EDGE = 2.5
const STRENGTH = 5
/** The scale of the logistic distributions of leads and totals, whose probabilities have a closed form. */
const LEAD_SPREAD = 6.6
const TOTAL_SPREAD = 8
/** A quarter takes longer than its playing time, because the clock stops. */
const STOPPAGE = 2.2
const HALF_TIME_MINUTES = 15
const OVERTIME_MINUTES = 5

const leadOf = (strengthLead: number): number => HOME_EDGE + STRENGTH * strengthLead
const logistic = (number: number): number => Math.log(number / (1 - number))
/** Limits a random number, so that a lead differs by at most about 30 points from the average. */
const clamped = (number: number): number => Math.min(0.99, Math.max(0.01, number))

const league = (
  name: string,
  country: string,
  starts: DemoLeague['starts'],
  style: Style,
  teams: string,
): DemoLeague => ({
  sport: 'basketball',
  name,
  country,
  starts,
  teams: splitNames(teams),
  homeWins: (strengthLead) => 1 / (1 + Math.exp(-leadOf(strengthLead) / LEAD_SPREAD)),
  play: (strengthLead, chance) => playGame(style, strengthLead, chance),
})

function playGame({ points, quarterMinutes }: Style, strengthLead: number, chance: Chance): PlannedGame {
  const lead = leadOf(strengthLead) + LEAD_SPREAD * logistic(clamped(chance('lead')))
  const total = 2 * points + TOTAL_SPREAD * logistic(clamped(chance('total')))
  const regularLead = Math.round(lead)
  const home = Math.round((total + regularLead) / 2)
  const regular = { home, away: home - regularLead }
  // After a draw in the four quarters, the lead before rounding decides the overtime.
  const overtime = regularLead === 0 ? overtimePoints(lead > 0, chance) : null

  const minutesOf = (played: number): number => (played * MINUTE_MS) / SPEED
  const quarterMs = minutesOf(quarterMinutes * STOPPAGE)
  const halfTimeMs = minutesOf(HALF_TIME_MINUTES)
  const overtimeMs = overtime === null ? 0 : minutesOf(OVERTIME_MINUTES * STOPPAGE)
  const regularMs = 4 * quarterMs + halfTimeMs
  const shares = { home: quarterShares('home', chance), away: quarterShares('away', chance) }

  /** The points after a number of quarters, such as 2.5. */
  function scoreAfter(quarters: number, period: string): Score {
    const scored = (side: 'home' | 'away'): number => {
      const share = shares[side].reduce((sum, each, at) => sum + each * Math.min(1, Math.max(0, quarters - at)), 0)
      return quarters >= 4 ? regular[side] : Math.floor(regular[side] * share)
    }
    return { home: scored('home'), away: scored('away'), period }
  }

  return {
    durationMs: regularMs + overtimeMs,
    scoreAt(elapsedMs) {
      if (elapsedMs >= regularMs) {
        const share = overtimeMs === 0 ? 0 : Math.min(1, (elapsedMs - regularMs) / overtimeMs)
        const added = overtime ?? { home: 0, away: 0 }
        return {
          home: regular.home + Math.floor(added.home * share),
          away: regular.away + Math.floor(added.away * share),
          period: overtime === null ? 'Q4' : 'OT',
        }
      }
      const playedMs = Math.max(0, elapsedMs - (elapsedMs > 2 * quarterMs ? halfTimeMs : 0))
      if (elapsedMs >= 2 * quarterMs && playedMs < 2 * quarterMs) return scoreAfter(2, 'HT')
      const quarters = playedMs / quarterMs
      return scoreAfter(quarters, `Q${Math.min(4, 1 + Math.floor(quarters))}`)
    },
  }
}

function overtimePoints(isHomeBetter: boolean, chance: Chance) {
  const fewer = 4 + Math.floor(chance('overtime') * 6)
  const more = fewer + 2 + Math.floor(chance('overtime lead') * 6)
  return isHomeBetter ? { home: more, away: fewer } : { home: fewer, away: more }
}

function quarterShares(side: string, chance: Chance): readonly number[] {
  const weights = [1, 2, 3, 4].map((quarter) => 0.8 + 0.4 * chance(`${side} quarter ${quarter}`))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => weight / sum)
}

/** No club plays in two of these leagues, so each club plays at most once a day. */
export const BASKETBALL_LEAGUES: readonly DemoLeague[] = [
  league(
    'NBA',
    'USA',
    [2 * 60, 6 * 60 + 30],
    { points: 113, quarterMinutes: 12 },
    `Oklahoma City Thunder, Boston Celtics, Denver Nuggets, Cleveland Cavaliers, New York Knicks, Minnesota Timberwolves,
    Houston Rockets, Los Angeles Lakers, Milwaukee Bucks, Golden State Warriors, Orlando Magic, Indiana Pacers, LA Clippers,
    Dallas Mavericks, Detroit Pistons, Memphis Grizzlies, Miami Heat, Atlanta Hawks, San Antonio Spurs, Sacramento Kings,
    Phoenix Suns, Philadelphia 76ers, Chicago Bulls, Toronto Raptors, Portland Trail Blazers, New Orleans Pelicans,
    Brooklyn Nets, Charlotte Hornets, Utah Jazz, Washington Wizards`,
  ),
  league(
    'NBL',
    'Australia',
    [8 * 60 + 30, 10 * 60 + 30],
    { points: 91, quarterMinutes: 10 },
    `Illawarra Hawks, Melbourne United, Sydney Kings, Perth Wildcats, Adelaide 36ers, South East Melbourne Phoenix,
    Tasmania JackJumpers, New Zealand Breakers, Cairns Taipans, Brisbane Bullets`,
  ),
  league(
    'CBA',
    'China',
    [12 * 60 + 45, 15 * 60 + 15],
    { points: 103, quarterMinutes: 12 },
    `Guangsha Lions, Beijing Ducks, Shanxi Loongs, Xinjiang Flying Tigers, Zhejiang Golden Bulls, Liaoning Flying Leopards,
    Guangdong Southern Tigers, Shanghai Sharks, Qingdao Eagles, Shandong Heroes, Guangzhou Loong Lions, Shenzhen Leopards,
    Beijing Royal Fighters, Jilin Northeast Tigers, Nanjing Monkey Kings, Tianjin Pioneers, Fujian Sturgeons,
    Jiangsu Dragons, Ningbo Rockets, Sichuan Blue Whales`,
  ),
  league(
    'National Basketball League',
    'Uganda',
    [15 * 60 + 30, 20 * 60 + 30],
    { points: 72, quarterMinutes: 10 },
    `City Oilers, Nam Blazers, KIU Titans, UCU Canons, JT Jaguars, Our Saviour, Power, Ndejje Angels, Sommet, KCCA Panthers,
    Rezlife, UPDF Tomahawks`,
  ),
  league(
    'EuroLeague',
    'Europe',
    [19 * 60, 23 * 60],
    { points: 83, quarterMinutes: 10 },
    `Fenerbahce, Olympiacos, Panathinaikos, Monaco, Real Madrid, Barcelona, Anadolu Efes, Bayern Munich, Paris, Partizan,
    Crvena Zvezda, Milano, Zalgiris, Valencia, Maccabi Tel Aviv, Hapoel Tel Aviv, Baskonia, Dubai, Bologna, Villeurbanne`,
  ),
]
