import type { Page } from 'playwright-core'

/** Runs in the page before its own scripts: records the tones that it plays. */
export function recordChimes(): void {
  const played: number[] = []
  Object.assign(window, { chimes: played })
  const setValueAtTime = AudioParam.prototype.setValueAtTime
  AudioParam.prototype.setValueAtTime = function (value, at) {
    played.push(value)
    return setValueAtTime.call(this, value, at)
  }
}

/** The volumes of the tones since the page was opened; a chime has two. */
export async function chimesOf(page: Page): Promise<number[]> {
  const gains = await page.evaluate(() => Reflect.get(window, 'chimes') as number[])
  return gains.map((gain) => Math.round((gain / 0.3) * 100) / 100)
}
