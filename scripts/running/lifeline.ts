/**
 * Loaded before the main file of a child (`--import`): its standard input is a pipe that only the parent holds, and
 * closes when the parent is gone, however it went. The child then stops as if it had been asked to.
 */
const graceMs = 15_000

process.stdin.on('end', leave)
process.stdin.on('error', leave)
process.stdin.resume()
if ('unref' in process.stdin) process.stdin.unref()

function leave(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), graceMs).unref()
}
