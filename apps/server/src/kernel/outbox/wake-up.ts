/** A sleeper that may be woken; a wake-up that comes while nobody sleeps ends the next sleep at once. */
export type WakeUp = {
  wake(): void
  within(ms: number): Promise<void>
}

export function createWakeUp(): WakeUp {
  let woken = false
  let rouse: (() => void) | null = null
  return {
    wake() {
      woken = true
      rouse?.()
    },
    async within(ms) {
      if (!woken && ms > 0) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          rouse = resolve
          timer = setTimeout(resolve, ms)
        })
        clearTimeout(timer)
        rouse = null
      }
      woken = false
    },
  }
}
