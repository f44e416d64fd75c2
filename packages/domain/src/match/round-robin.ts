const floorMod = (value: number, by: number): number => ((value % by) + by) % by

/**
 * Returns the home and the away team of one game of a round. Teams are numbered from 0, and their count is even. Circle
 * method: the last team is fixed and the others rotate. Each pair meets once in `teams - 1` rounds, and the next series
 * swaps home and away. `table` is the game's number in the round, 0 to `teams / 2 - 1`.
 */
export function roundRobinPair(teams: number, round: number, table: number): readonly [home: number, away: number] {
  const circle = teams - 1
  const turn = floorMod(round, circle)
  const one = table === 0 ? circle : (turn + table) % circle
  const other = table === 0 ? turn : floorMod(turn - table, circle)
  const isSecondSeries = floorMod(Math.floor(round / circle), 2) === 1
  return ((turn + table) % 2 === 1) === isSecondSeries ? [one, other] : [other, one]
}
