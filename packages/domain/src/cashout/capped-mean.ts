/** A possible payout factor of one unit staked on a game, with its probability. The remaining probability is a loss. */
export interface WeightedFactor {
  readonly factor: number
  readonly chance: number
}

// Above this many products, neighbouring products are merged at their mean.
const MAX_PRODUCTS = 1_024

/**
 * The mean payout of one staked unit over all independent games. Each product of factors is rounded down to 0.01 like
 * the total odds (SLIP-71) and capped at `max`.
 *
 * @example cappedMean([[{ factor: 4, chance: 0.5 }], [{ factor: 5, chance: 0.2 }, { factor: 1, chance: 0.3 }]], 10) // 1.6
 */
export function cappedMean(games: readonly (readonly WeightedFactor[])[], max: number): number {
  const open = games.map((game) => game.filter(({ chance, factor }) => chance > 0 && factor > 0))
  let products: readonly WeightedFactor[] = [{ factor: 1, chance: 1 }]
  // Games with a single open outcome come first, because they add no products.
  for (const game of open.toSorted((a, b) => a.length - b.length)) products = combined(products, game)
  return products.reduce((mean, { factor, chance }) => mean + chance * Math.min(roundedDown(factor), max), 0)
}

// The tolerance corrects floating-point products just below an exact hundredth.
const roundedDown = (factor: number): number => Math.floor(factor * 100 * (1 + 1e-12)) / 100

function combined(products: readonly WeightedFactor[], game: readonly WeightedFactor[]): readonly WeightedFactor[] {
  const chances = new Map<number, number>()
  for (const { factor, chance } of products) {
    for (const way of game) {
      const product = factor * way.factor
      chances.set(product, (chances.get(product) ?? 0) + chance * way.chance)
    }
  }
  const found = [...chances].map(([factor, chance]) => ({ factor, chance }))
  if (found.length <= MAX_PRODUCTS) return found
  const logs = found.map(({ factor }) => Math.log(factor))
  const lowest = Math.min(...logs)
  const width = (Math.max(...logs) - lowest) / MAX_PRODUCTS
  const groups = Map.groupBy(found, ({ factor }) => Math.floor((Math.log(factor) - lowest) / width))
  return [...groups.values()].map((members) => {
    const chance = members.reduce((sum, member) => sum + member.chance, 0)
    return { factor: members.reduce((sum, member) => sum + member.factor * member.chance, 0) / chance, chance }
  })
}
