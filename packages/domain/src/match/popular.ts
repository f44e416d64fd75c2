const MAX_POPULAR = 5

/**
 * Returns the popular games in the order of `games`: the five with the most open bets, or the first five if none has
 * bets (D12). `mostBetOn` contains the ids of games with open bets; the game with the most bets is first.
 */
export function popularGames<Game extends { readonly id: string }>(
  games: readonly Game[],
  mostBetOn: readonly string[],
): readonly Game[] {
  const listed = new Set(games.map(({ id }) => id))
  const popular = new Set(mostBetOn.filter((id) => listed.has(id)).slice(0, MAX_POPULAR))
  return popular.size === 0 ? games.slice(0, MAX_POPULAR) : games.filter(({ id }) => popular.has(id))
}
