/** Exits with 2: a check that could not run is not a difference, which exits with 1 and raises an alarm. */
export function exitAsNotChecked(error: unknown): never {
  process.stderr.write(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(2)
}
