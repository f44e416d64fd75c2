/** A possible value of one unit staked on a game, and its probability. Probabilities that sum to less than one leave the rest lost. */
export interface Prospect {
  readonly factor: number
  readonly chance: number
}

// Games that can end in several ways multiply; beyond this many products neighbours are taken together at their mean.
const MOST_PRODUCTS = 1_024

/**
 * The mean of what one unit becomes over all games, which are independent: each product rounded down to 0.01 as the total
 * odds are (SLIP-71), and none of it counted above `most`.
 *
 * @example cappedMean([[{ factor: 4, chance: 0.5 }], [{ factor: 5, chance: 0.2 }, { factor: 1, chance: 0.3 }]], 10) // 1.6
 */
export function cappedMean(games: readonly (readonly Prospect[])[], most: number): number {
  const open = games.map((game) => game.filter(({ chance, factor }) => chance > 0 && factor > 0))
  let products: readonly Prospect[] = [{ factor: 1, chance: 1 }]
  // Games with one way to go on first: they make no more products.
  for (const game of open.toSorted((a, b) => a.length - b.length)) products = taken(products, game)
  return products.reduce((mean, { factor, chance }) => mean + chance * Math.min(roundedDown(factor), most), 0)
}

// As a float an exact product may lie a hair below its hundredth.
const roundedDown = (factor: number): number => Math.floor(factor * 100 * (1 + 1e-12)) / 100

function taken(products: readonly Prospect[], game: readonly Prospect[]): readonly Prospect[] {
  const chances = new Map<number, number>()
  for (const { factor, chance } of products) {
    for (const way of game) {
      const product = factor * way.factor
      chances.set(product, (chances.get(product) ?? 0) + chance * way.chance)
    }
  }
  const found = [...chances].map(([factor, chance]) => ({ factor, chance }))
  if (found.length <= MOST_PRODUCTS) return found
  const logs = found.map(({ factor }) => Math.log(factor))
  const lowest = Math.min(...logs)
  const width = (Math.max(...logs) - lowest) / MOST_PRODUCTS
  const groups = Map.groupBy(found, ({ factor }) => Math.floor((Math.log(factor) - lowest) / width))
  return [...groups.values()].map((members) => {
    const chance = members.reduce((sum, each) => sum + each.chance, 0)
    return { factor: members.reduce((sum, each) => sum + each.factor * each.chance, 0) / chance, chance }
  })
}
