import { fstatSync } from 'node:fs'

/**
 * Returns whether a parent process holds the standard input open. When the parent ends, this process ends too.
 * /dev/null and terminals do not count.
 */
function isHeldByParent(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isSocket()
  } catch {
    return false
  }
}

/**
 * Runs `stop` once, on SIGTERM, SIGINT or the end of the parent's pipe, and exits with code 0 (1 when stopping
 * failed).
 */
export function stopOnRequest(stop: () => Promise<void>): void {
  let isStopping = false
  const leave = (): void => {
    if (isStopping) return
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
  if (!isHeldByParent()) return
  process.stdin.on('end', leave).on('close', leave).on('error', leave)
  process.stdin.resume()
}
