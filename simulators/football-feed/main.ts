import { readFileSync } from 'node:fs'
import { clockFromFile } from '../shared/clock.ts'
import { stopOnRequest } from '../shared/until-stopped.ts'
import { startFootballFeed, type FootballFeedOptions } from './start.ts'

/**
 * The feed as a separate process. Environment: FEED_PORT (4010), FEED_HOST, FEED_API_KEY, FEED_SPEED (10), FEED_SEED,
 * FEED_DIR (recorded matches), FEED_EMPTY=1 (no season), FEED_PLAN (a JSON file with a list of control requests),
 * CLOCK_FILE.
 */
const setting = (name: string): string | undefined => {
  const value = process.env[name]
  return value === undefined || value === '' ? undefined : value
}

const positive = (name: string, fallback: number): number => {
  const value = Number(setting(name) ?? fallback)
  if (!(value > 0)) throw new Error(`${name} must be a number above 0`)
  return value
}

const planIn = (path: string | undefined): readonly unknown[] => {
  if (path === undefined) return []
  const plan: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return Array.isArray(plan) ? plan : [plan]
}

const texts = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([option, name]) => {
      const value = setting(name)
      return value === undefined ? [] : [[option, value]]
    }),
  )

const options: FootballFeedOptions = {
  ...texts({ host: 'FEED_HOST', apiKey: 'FEED_API_KEY', seed: 'FEED_SEED', directory: 'FEED_DIR' }),
  port: positive('FEED_PORT', 4010),
  speed: positive('FEED_SPEED', 10),
  empty: setting('FEED_EMPTY') === '1',
  clock: clockFromFile(setting('CLOCK_FILE')),
  plan: planIn(setting('FEED_PLAN')),
}

const feed = await startFootballFeed(options)
process.stdout.write(`football feed on ${feed.url}\n`)

stopOnRequest(() => feed.close())
