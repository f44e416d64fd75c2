import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { realClock, type Clock } from '../shared/clock.ts'
import { createControl, type Control } from './control/control.ts'
import { createFaults } from './control/faults.ts'
import { createFeed } from './feed.ts'
import { generateSeason } from './season/generated-season.ts'
import type { SeasonSource } from './season/match.ts'
import { readRecordedRows, replaySeason } from './season/recorded-season.ts'
import { pushLiveScores } from './apifootball/push.ts'
import { createFeedServer } from './server.ts'

export interface FootballFeedOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  readonly apiKey?: string
  readonly clock?: Clock
  /** Match minutes per real minute; default 10 (D58). */
  readonly speed?: number
  /** Seed of the generated season. */
  readonly seed?: string
  /** A folder with recorded matches in `matches/*.csv`. They replace the generated season. */
  readonly directory?: string
  /** True for no season: the feed then has only matches from `load`. */
  readonly empty?: boolean
  /** Control requests executed at startup, such as a `load`. */
  readonly plan?: readonly unknown[]
}

export interface FootballFeed {
  readonly url: string
  readonly apiKey: string
  /** Executes a `POST /control` request without HTTP; throws for requests that would return 400. */
  readonly control: Control
  close(): Promise<void>
}

export const DEMO_API_KEY = 'demo-feed-key'
export const DEMO_SEED = 'pearl-of-africa'
const DEFAULT_SPEED = 10

/** Starts the feed as a real server in this process. */
export const startFootballFeed = async (options: FootballFeedOptions = {}): Promise<FootballFeed> => {
  const {
    port = 0,
    host = '127.0.0.1',
    apiKey = DEMO_API_KEY,
    clock = realClock,
    speed = DEFAULT_SPEED,
    plan = [],
  } = options
  const feed = createFeed({ clock, speed, source: sourceOf(options) })
  const faults = createFaults()
  const control = createControl({ feed, faults })
  for (const request of plan) control(request)

  const server = createFeedServer({ feed, faults, control, apiKey })
  const push = pushLiveScores(server, feed, faults, apiKey)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://${host}:${address.port}`,
    apiKey,
    control,
    close: async () => {
      const closed = once(server, 'close')
      push.close()
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const sourceOf = ({ directory, seed = DEMO_SEED, empty = false }: FootballFeedOptions): SeasonSource | undefined => {
  if (empty) return undefined
  return directory === undefined ? generateSeason(seed) : replaySeason(readRecordedRows(directory))
}
