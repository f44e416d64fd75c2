import type { AdminList, StreamEvent } from '@mupiira/contract/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { EventBatch, OutboxEvent, PositionedEvent } from '../../kernel/outbox/event.ts'
import type { Aviator } from '../aviator/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { EndedSessions } from './ended-sessions.ts'
import { RESET, settingsEvent, type PublishedAt } from './backfill.ts'
import type { Publisher } from './publisher.ts'
import {
  type NoticeApi,
  noticeEvents,
  noticesOf,
  adminLists,
  operatorEvents,
  type Presenters,
  playerEvents,
} from './stream-events.ts'
import { cursorAt, type SendQueue, versionAt } from './cursor.ts'

/** Bets of a round are published together. */
export const LIVE_BETS_TICK_MS = 500

export type EventDeps = {
  readonly aviator: Aviator['reads']
  readonly settings: Pick<SettingsApi['reads'], 'publicSettings' | 'refresh'>
  readonly notices: NoticeApi
  readonly present: Presenters
}

type Shared = {
  readonly publisher: Publisher
  readonly endedSessions: EndedSessions
  readonly sending: SendQueue
  readonly publishedAt: PublishedAt
}

/** Publishes outbox events to players, operators, and followers of rounds and settings. */
export function createEventSender(
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
  deps: EventDeps,
  { publisher, endedSessions, sending, publishedAt }: Shared,
) {
  let haveBetsChanged = false
  let isSendingTick = false
  const changedLists = new Set<AdminList>()

  async function sendToPlayers(events: readonly PositionedEvent[], last: number): Promise<void> {
    const mine = events.filter(({ userId }) => userId !== undefined && publisher.has(`me:${userId}`))
    try {
      for (const [userId, shown] of await shownTo(mine)) await publisher.publish(`me:${userId}`, versionAt(last), shown)
    } finally {
      sending.reached(last)
      endSessions(events)
    }
  }

  /**
   * The stream events by player. If they cannot be read, the players get a reset, and their clients fetch all data
   * again.
   */
  async function shownTo(events: readonly PositionedEvent[]): Promise<Map<string, readonly StreamEvent[]>> {
    if (events.length === 0) return new Map()
    try {
      return await playerEvents(events, deps.present)
    } catch (error) {
      log.warn({ err: error }, 'events for streams could not be read')
      return new Map(events.map((event) => [event.userId ?? '', RESET]))
    }
  }

  function endSession(userId: string, sessionId: string | undefined, reason: string): void {
    endedSessions.note(userId, sessionId, reason, clock.now())
    publisher.end(userId, sessionId, versionAt(sending.currentPosition()), reason)
  }

  /** Closes the streams of an ended session. */
  function endSessions(events: readonly OutboxEvent[]): void {
    for (const { type, userId = '', data } of events) {
      if (type === 'session-ended') endSession(userId, data.sessionId, data.reason)
      if (type === 'account-status-changed' && data.status !== 'active') endSession(userId, undefined, data.status)
    }
  }

  /** A notice that cannot be read now is sent when the player reconnects. */
  async function sendNotices(events: readonly PositionedEvent[], last: number): Promise<void> {
    if (!publisher.has('me')) return
    const shown = await noticeEvents(events, deps.notices).catch((error: unknown) => {
      log.warn({ err: error }, 'notices could not be published')
      return []
    })
    if (shown.length === 0) return
    const userIds = publisher.playersOf('me')
    await publisher.publish('me', versionAt(last), shown)
    markShown(noticesOf(shown), userIds)
  }

  /** The statement is not awaited. If it fails, the players receive the notice again when they reconnect. */
  function markShown(ids: readonly string[], userIds: readonly string[]): void {
    if (ids.length > 0) void deps.notices.markShown(ids, userIds).catch(sending.warn)
  }

  async function sendRounds(events: readonly PositionedEvent[], last: number): Promise<void> {
    const rounds = events.flatMap(({ type, data }) => (type === 'aviator-round' ? [{ type, round: data.round }] : []))
    haveBetsChanged ||= rounds.length > 0 || events.some(({ type }) => type === 'aviator-bet')
    if (rounds.length > 0) await publisher.publish('aviator', versionAt(last), rounds)
  }

  /**
   * Sends changed conversations to operators. If they cannot be read, operators get a reset and fetch all data again.
   */
  async function sendToOperators(events: readonly PositionedEvent[], last: number): Promise<void> {
    if (publisher.has('operators')) for (const list of adminLists(events)) changedLists.add(list)
    if (!publisher.has('conversations')) return
    const shown = await operatorEvents(events, deps.present).catch((error: unknown) => {
      log.warn({ err: error }, 'conversations could not be published')
      return RESET
    })
    if (shown.length > 0) await publisher.publish('conversations', versionAt(last), shown)
  }

  async function sendSettings(events: readonly PositionedEvent[], last: number): Promise<void> {
    if (!events.some((event) => event.type === 'settings-changed')) return
    // The event may arrive before this node has read the new settings.
    await deps.settings.refresh()
    publishedAt.settings = cursorAt(last)
    await publisher.publish('settings', versionAt(last), [settingsEvent(deps.settings)])
  }

  return {
    endSessions,

    async sendBatch({ events, last }: EventBatch): Promise<void> {
      await sendToPlayers(events, last)
      await sendNotices(events, last)
      await sendRounds(events, last)
      await sendToOperators(events, last)
      await sendSettings(events, last)
    },

    /** Reports the elapsed time of the round. Ticks are skipped while an earlier one is still being sent. */
    async sendTick(): Promise<void> {
      if (isSendingTick || !publisher.has('aviator')) return
      isSendingTick = true
      try {
        const elapsed = await deps.aviator.elapsedTime()
        if (elapsed !== null) await publisher.publish('aviator', null, [{ type: 'aviator-tick', ...elapsed }])
      } finally {
        isSendingTick = false
      }
    },

    async sendLiveBets(): Promise<void> {
      if (!haveBetsChanged || !publisher.has('aviator')) return
      haveBetsChanged = false
      const live = await deps.aviator.live()
      if (live !== null)
        await publisher.publishWithin('aviator', [{ type: 'aviator-live', live }], LIVE_BETS_TICK_MS / 2)
    },

    async sendAdminLists(): Promise<void> {
      if (changedLists.size === 0) return
      const lists = [...changedLists]
      changedLists.clear()
      await publisher.publish('operators', null, [{ type: 'admin-lists', lists }])
    },
  }
}
