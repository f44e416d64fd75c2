type Leg = { readonly gameId: string }
type Item = {
  readonly id: string
  readonly homeTeam?: string
  readonly status: string
  readonly selections?: readonly Leg[]
}
type Answered = {
  readonly pages?: readonly { readonly items?: readonly Item[] }[]
  readonly game?: Item
  readonly status?: string
  readonly selections?: readonly Leg[]
}

/** The games in an answer that may still change: of a list, of one game, or of open tickets. */
export function gamesIn(data: unknown): string[] {
  const { pages, game, ...full } = (data ?? {}) as Answered
  const items = pages?.flatMap((page) => page.items ?? []) ?? [game ?? (full as Item)]
  return items.flatMap(({ id, homeTeam, status, selections }) => {
    if (homeTeam !== undefined) return [id]
    // A malformed response must not crash the whole app (TICK-34).
    return status === 'pending' ? (selections ?? []).map(({ gameId }) => gameId) : []
  })
}
