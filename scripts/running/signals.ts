/** Calls `stop` once: at Ctrl-C, when asked to end, or when the command that started this process is gone. */
export function onStop(stop: () => void): void {
  let called = false
  const once = (): void => {
    if (called) return
    called = true
    stop()
  }
  // A terminal sends Ctrl-C to the whole group, and the parent passes it on: the second one must not end us abruptly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once)
  process.on('disconnect', once)
  // Listening must not keep a finished command alive.
  process.channel?.unref()
}
