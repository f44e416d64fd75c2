/**
 * Exits with 2, because a check that could not run found no difference. A difference exits with 1 and raises an alarm.
 */
export function exitAsNotChecked(error: unknown): never {
  process.stderr.write(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(2)
}
