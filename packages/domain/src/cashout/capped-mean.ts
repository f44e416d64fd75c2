/** What one unit on a game may become, and how likely; where the chances fall short of one the rest loses it. */
export interface Prospect {
  readonly factor: number
  readonly chance: number
}

// Games that can end in several ways multiply; beyond this many products neighbours are taken together at their mean.
const MOST_PRODUCTS = 1_024

/**
 * The mean of what one unit becomes over all games, which are independent, where none of it counts above `most`.
 *
 * @example cappedMean([[{ factor: 4, chance: 0.5 }], [{ factor: 5, chance: 0.2 }, { factor: 1, chance: 0.3 }]], 10) // 1.6
 */
export function cappedMean(games: readonly (readonly Prospect[])[], most: number): number {
  const open = games.map((game) => game.filter(({ chance, factor }) => chance > 0 && factor > 0))
  if (open.some((game) => game.length === 0)) return 0
  // Games with one way to go on first: they make no more products.
  const ordered = open.toSorted((a, b) => a.length - b.length)
  const rests = restsOf(ordered)
  let mean = 0
  let products: readonly Prospect[] = [{ factor: 1, chance: 1 }]
  for (let at = 0; ; at += 1) {
    const rest = rests[at] ?? NOTHING_LEFT
    const undecided: Prospect[] = []
    for (const product of products) {
      const { factor, chance } = product
      if (factor * rest.highest <= most) mean += chance * factor * rest.mean
      else if (factor * rest.lowest >= most) mean += chance * most * rest.alive
      else undecided.push(product)
    }
    const game = ordered[at]
    if (game === undefined || undecided.length === 0) return mean
    products = taken(undecided, game)
  }
}

interface Rest {
  readonly mean: number
  readonly alive: number
  readonly lowest: number
  readonly highest: number
}

const NOTHING_LEFT: Rest = { mean: 1, alive: 1, lowest: 1, highest: 1 }

/** For each game what it and those after it come to. */
function restsOf(games: readonly (readonly Prospect[])[]): readonly Rest[] {
  const rests: Rest[] = []
  let rest = NOTHING_LEFT
  for (const game of games.toReversed()) {
    const factors = game.map(({ factor }) => factor)
    rest = {
      mean: rest.mean * game.reduce((sum, { factor, chance }) => sum + factor * chance, 0),
      alive: rest.alive * game.reduce((sum, { chance }) => sum + chance, 0),
      lowest: rest.lowest * Math.min(...factors),
      highest: rest.highest * Math.max(...factors),
    }
    rests.unshift(rest)
  }
  return rests
}

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
