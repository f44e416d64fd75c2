const MISSING_EVERY_MS = 20_000

/**
 * A match that has just left the live list is requested at once, because it has probably ended. Later requests are
 * periodic.
 */
export function absentGames() {
  let before: ReadonlySet<string> = new Set()
  let requestedAtMs = Number.NEGATIVE_INFINITY
  return {
    shouldBeRequested(absent: readonly string[], now: Date): boolean {
      const hasOneLeft = absent.some((matchId) => !before.has(matchId))
      before = new Set(absent)
      if (absent.length === 0 || (!hasOneLeft && now.getTime() - requestedAtMs < MISSING_EVERY_MS)) return false
      requestedAtMs = now.getTime()
      return true
    },
    wereNotAnswered(): void {
      requestedAtMs = Number.NEGATIVE_INFINITY
    },
  }
}
