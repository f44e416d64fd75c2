import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import { composeModules, serve } from '../compose.ts'
import { createDemo } from '../demo.ts'
import type { Config } from '../kernel/config/config.ts'
import { createKernel } from '../kernel/create-kernel.ts'
import { buildServer } from '../kernel/http/server.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { type Providers, providersOf } from '../providers.ts'
import { seededChance } from './chance.ts'
import { createActivity, type HourlyWork } from './activity.ts'
import { createDemoPlayer } from './demo-player.ts'
import { createLiveBets } from './live-bets.ts'
import { createHistoryProvider } from './mobile-money.ts'
import { hasUnreadEvents } from './demo.repository.ts'
import { recentResults, simulatedSeason } from './season.ts'
import { createSessions } from './session.ts'
import { createStaffWork } from './staff-work.ts'

export type HistorySize = {
  readonly days: number
  readonly players: number
  /** Match minutes per real minute of the simulated feed. */
  readonly feedSpeed: number
}

/** Messages about the past must not reach the simulated phones. */
const SILENT_PROVIDERS: Omit<Providers, 'mobileMoney'> = {
  texts: { send: async () => ({ kind: 'sent' }) },
  mails: { send: async () => ({ kind: 'sent' }) },
  football: { feed: null },
  beacon: null,
  images: { put: async () => {}, read: async () => null, remove: async () => {} },
  push: null,
  webhooks: { send: async () => ({ kind: 'sent' }) },
}
const POLL_EVERY_MS = 20
/** Live betting has been open for this many evenings, from this hour of the first one. */
const LIVE_DAYS = 4
const LIVE_OPENS_AT = 10
/** Two halves, the break and stoppage time. */
const LONGEST_MATCH_MINUTES = 110

/**
 * Generates the past of a demo in an empty, migrated database: players, payments, bets, chats and staff actions of the
 * last days. It runs the product's own commands on a clock that starts in the past. The actions of each account depend
 * only on the end time. Winnings also depend on prices, which depend on secret keys and random ids.
 */
export async function fillHistory(config: Config, size: HistorySize, end: Date): Promise<void> {
  if (!config.demo || config.production) throw new Error('only a demo can have a generated history')
  const firstDay = startOfDay(end).getTime() - (size.days - 1) * DAY_MS
  let now = new Date(firstDay)
  const chance = seededChance('history')
  const running = createKernel(config, createLog(config.logLevel), { now: () => now })
  const { kernel } = running
  const provider = createHistoryProvider(chance, () => now)
  const modules = composeModules(kernel, { ...SILENT_PROVIDERS, mobileMoney: [provider] })
  const demo = createDemo(kernel, modules)
  const server = await buildServer(kernel, serve(kernel, modules))
  const forward = (ms: number): void => void (now = new Date(now.getTime() + ms))
  try {
    await modules.settings.reads.ready()
    await kernel.outbox.start()
    await demo.start()
    const sessions = createSessions(kernel, server)
    const season = simulatedSeason(config.footballFeed.url)
    const results = await recentResults(providersOf(kernel).football.feed, end)
    const activity = createActivity({ kernel, modules, sessions, chance, season, results, end, ...size })
    const staff = await createStaffWork(modules, sessions, chance, activity)
    const liveBets = createLiveBets({ kernel, modules, sessions, chance, activity })
    const demoPlayer = await createDemoPlayer({
      kernel,
      modules,
      sessions,
      activity,
      season,
      notified: () => untilNotified(kernel),
    })
    // The feed has no odds for live matches. So the matches that are live at the end are reported before their start.
    const lastMatches = (midnight: number): HourlyWork => {
      const liveMs = (LONGEST_MATCH_MINUTES * MINUTE_MS) / size.feedSpeed
      const at = new Date(Math.max(midnight, end.getTime() - liveMs))
      return [(at.getTime() - midnight) / HOUR_MS, async () => activity.reportMatches(await season(at, end))]
    }
    const firstLiveDay = Math.max(0, size.days - 1 - LIVE_DAYS)
    for (let day = 0; day < size.days; day++) {
      const midnight = firstDay + day * DAY_MS
      const hours = [
        ...activity.hours(day, new Date(midnight)),
        ...staff.hours(day),
        ...demoPlayer.hours(size.days - 1 - day),
        ...(day === firstLiveDay ? [[LIVE_OPENS_AT, () => staff.openLiveBetting(size.feedSpeed)] as const] : []),
        ...(day >= firstLiveDay && day < size.days - 1 ? liveBets.hours : []),
        ...(day === size.days - 1 ? [lastMatches(midnight)] : []),
      ].toSorted(([a], [b]) => a - b)
      for (const [hour, work] of hours) {
        const at = new Date(midnight + hour * HOUR_MS)
        if (at > end) break
        now = at
        await work(forward)
      }
      await untilNotified(kernel)
    }
    const { at, kickOff } = demoPlayer.lastBets(end)
    now = at
    await demoPlayer.betOnNext(kickOff)
    now = end
    await activity.tonight()
    await demoPlayer.leaveOpen()
    // A history that ended earlier has no evening of live betting.
    await staff.openLiveBetting(size.feedSpeed)
    await staff.leaveOpen()
    await untilNotified(kernel)
    await modules.audit.seals.add()
    await modules.wallet.ledger.seal()
    // The dashboard shows these checks from the first start.
    await modules.audit.seals.verifyNightly()
    await modules.wallet.ledger.checkNightly()
    await kernel.rollups.fill()
    await provider.handOver(config.relworx.baseUrl)
  } finally {
    running.beginStop()
    await server.close()
    await running.stop()
  }
}

/** Waits until notifications exist for every event. */
async function untilNotified({ workerDb }: Kernel): Promise<void> {
  while (await hasUnreadEvents(workerDb)) await sleep(POLL_EVERY_MS)
}
