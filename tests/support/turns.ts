/**
 * Yields the turns (repetitions) of a benchmark: as many as end within the time of `npm run bench -- NAME --seconds N`,
 * but at least `atLeast`. The next turn is expected to take as long as the longest turn so far. Prints a line before
 * each turn.
 */
export function* turnsWithinTime(
  count: number,
  atLeast: number,
  { budgetSeconds = budgetOf(process.env), nowMs = () => performance.now() } = {},
): Generator<number> {
  let longestMs = 0
  for (let turn = 0; turn < count; turn++) {
    const beganMs = nowMs()
    const seconds = Math.round(beganMs / 1_000)
    if (turn >= atLeast && beganMs + longestMs > budgetSeconds * 1_000) {
      console.log(`${turn} of ${count} turns fit into ${budgetSeconds} s`)
      return
    }
    console.log(`turn ${turn + 1} of ${count}, after ${seconds} s`)
    yield turn
    longestMs = Math.max(longestMs, nowMs() - beganMs)
  }
}

const budgetOf = ({ BENCH_SECONDS: text }: NodeJS.ProcessEnv): number =>
  text === undefined ? Number.POSITIVE_INFINITY : Number(text)
