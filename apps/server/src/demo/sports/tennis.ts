import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Chance } from '../chance.ts'
import { type PlannedGame, type DemoLeague, SPEED, splitNames } from './league.ts'

/** The weight of the strength difference in the log-odds of a win. */
const STRENGTH = 1.2
/** The shortest and longest duration of a set in minutes. */
const [SHORTEST_SET, LONGEST_SET] = [32, 62]

const homeWins = (strengthLead: number): number => 1 / (1 + Math.exp(-STRENGTH * strengthLead))

const tour = (name: string, country: string, starts: DemoLeague['starts'], players: string): DemoLeague => ({
  sport: 'tennis',
  name,
  country,
  starts,
  teams: splitNames(players),
  homeWins,
  play: playMatch,
})

/** Draws a match of at most three sets. */
function playMatch(strengthLead: number, chance: Chance): PlannedGame {
  const setChance = setChanceOf(homeWins(strengthLead))
  const sets: { readonly home: number; readonly away: number; readonly endsAtMs: number }[] = []
  let [home, away, endsAtMs] = [0, 0, 0]
  while (home < 2 && away < 2) {
    const set = sets.length + 1
    if (chance(`set ${set}`) < setChance) home += 1
    else away += 1
    endsAtMs += ((SHORTEST_SET + chance(`length ${set}`) * (LONGEST_SET - SHORTEST_SET)) * MINUTE_MS) / SPEED
    sets.push({ home, away, endsAtMs })
  }
  return {
    durationMs: endsAtMs,
    scoreAt(elapsedMs) {
      const over = sets.filter((set) => set.endsAtMs <= elapsedMs)
      const { home: won, away: lost } = over.at(-1) ?? { home: 0, away: 0 }
      return { home: won, away: lost, period: `Set ${Math.min(sets.length, over.length + 1)}` }
    },
  }
}

/** The probability of winning a set that results in the given probability of winning a match of up to three sets. */
function setChanceOf(matchChance: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (middle ** 2 * (3 - 2 * middle) < matchChance) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Tours with invented players. */
export const TENNIS_TOURS: readonly DemoLeague[] = [
  tour(
    'ATP Challenger Tour',
    'World',
    [12 * 60 + 30, 23 * 60],
    `M. Alvarez, J. Lindqvist, T. Beaumont, A. Kovalenko, R. Castellani, D. Hoffmann, P. Novotny, L. Marchetti, S. Okafor,
    K. Tanabe, F. Duarte, N. Petrovic, B. Callahan, V. Ionescu, G. Laurent, H. Sorensen, C. Herrera, E. Volkov, O. Nyberg,
    I. Babic, W. Prescott, Y. Morita, Z. Kaminski, J. Fonteyn, A. Bouzid, M. Steyn, R. Acosta, T. Weiss, D. Papadakis,
    S. Rahman, L. Fairbanks, P. Eklund`,
  ),
  tour(
    'WTA 125',
    'World',
    [12 * 60 + 40, 22 * 60 + 30],
    `E. Marchenko, C. Rousseau, S. Vandenberg, A. Horvat, M. Castellanos, J. Whitfield, L. Sandoval, N. Dvorakova, K. Ishida,
    B. Ferretti, O. Lysenko, H. Bergstrom, T. Adeyemi, V. Moreau, R. Kessler, I. Santoro, P. Havlikova, G. Nikolaou,
    D. Ashdown, Y. Kimura, F. Oliveira, Z. Nagy, W. Brandt, S. Lehtonen`,
  ),
  tour(
    'Kampala Open',
    'Uganda',
    [14 * 60, 18 * 60 + 30],
    `D. Oringa, B. Ocen, T. Nkoyoyo, F. Ayella, R. Kasigwa, J. Okello, S. Mukasa, P. Lubega, A. Ssebuliba, K. Otim,
    M. Byaruhanga, E. Wasswa, I. Kato, G. Opio, C. Mugisha, H. Tumusiime`,
  ),
]
