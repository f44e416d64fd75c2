/** Calls `stop` once: at Ctrl-C, on SIGTERM, or when the command that started this process has ended. */
export function onStop(stop: () => void): void {
  let called = false
  const once = (): void => {
    if (called) return
    called = true
    stop()
  }
  // A terminal sends Ctrl-C to the whole group and the parent forwards it, so the second signal must not end the
  // process abruptly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once)
  process.on('disconnect', once)
  // The listener must not keep a finished command running.
  process.channel?.unref()
}
