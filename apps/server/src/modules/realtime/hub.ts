import type { DeskList, StreamEvent } from '@mupiira/contract/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createLane } from '../../kernel/lane.ts'
import type { EventBatch, PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Aviator } from '../aviator/index.ts'
import type { Moved, Pricing } from '../pricing/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
import { createAudience, type Member } from './audience.ts'
import { createCatchUp, LISTS, RESET, settingsEvent, type ToldAt } from './catch-up.ts'
import { createGameChanges } from './game-changes.ts'
import { type NoticeDoor, noticeEvents, noticesIn } from './notice-events.ts'
import { deskLists, operatorEvents } from './operator-events.ts'
import { type Present, playerEvents } from './player-events.ts'
import { frameOfChanges, frameOfPrices, FRAME_OF_MINUTES } from './games-topic.ts'
import { type Place, placeAt, writePlace } from './place.ts'
import { frameOf, frameOfMoment, HEARTBEAT, type StreamClient } from './stream-client.ts'
import { createToldGames } from './told-games.ts'

/** Bets of a round are shown together once a tick. */
const LIVE_BETS_TICK_MS = 500
/**
 * So long the first change of a game waits for others, which leave with it: each frame costs a client's system call,
 * however much is in it. What is left of a quarter of a second is for a crowd to be sent to.
 */
const GAMES_WAIT_MS = 150
/** A minute that has passed, and nothing else, may come so much later: phones pay for every frame. */
const MINUTES_TICK_MS = 5_000
/** How often lists are said to hold others than before. */
const LISTS_TICK_MS = 5_000
/** However many bets are placed meanwhile, an open list of the console is asked for once. */
const DESK_TICK_MS = 1_000
const HEARTBEAT_MS = 15_000
/** After a restart everybody comes back at once. */
const REPLAYS_AT_ONCE = 4
const MOST_REPLAYS_WAITING = 50_000

export type Hub = {
  /** Resolves when the client, which follows these games alone, has caught up. */
  add(client: StreamClient, gameIds: Iterable<string>, resumeFrom: Place | 'unknown' | null): Promise<void>
  remove(client: StreamClient): void
  /** Where a stream would stand that began now: what is read after this and followed from here misses nothing. */
  place(): string
  count(): number
}

export type HubDoors = {
  readonly aviator: Pick<Aviator, 'live'>
  readonly pricing: Pick<Pricing, 'onChange' | 'present' | 'atHand'>
  readonly settings: Pick<SettingsDoor, 'publicSettings' | 'refresh'>
  readonly notices: NoticeDoor
  readonly present: Present
}

export function createHub(kernel: Kernel, doors: HubDoors): Hub {
  const { outbox, clock, log } = kernel
  const audience = createAudience()
  /** Everything up to here was sent; a frame never carries an id beyond it. null: nothing has happened yet. */
  let sentUpTo: number | null = null
  const here = (): number => sentUpTo ?? outbox.position()
  const idAt = (position: number): string => writePlace(placeAt(position))
  const gameChanges = createGameChanges()
  const changedGames = new Map<string, Moved>()
  /** Of which a change is being put together: it has been told to nobody yet. */
  let underWay: ReadonlySet<string> = new Set()
  let gamesTimer: NodeJS.Timeout | null = null
  const toldGames = createToldGames()
  const toldAt: ToldAt = { settings: null, lists: null }
  const catchUp = createCatchUp(outbox, () => clock.now(), doors, { gameChanges, toldAt })
  let haveListsMoved = false
  let haveBetsChanged = false
  const changedLists = new Set<DeskList>()
  let sending: Promise<void> = Promise.resolve()

  const warnOf = (error: unknown): void => log.warn({ err: error }, 'live updates were not sent')

  /** Frames leave in the order of their causes. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    sending = sending.then(work).catch(warnOf)
    return sending
  }

  async function sendBatch({ events, last }: EventBatch): Promise<void> {
    const mine = events.filter((event) => event.userId !== undefined && audience.listens(event.userId))
    try {
      await audience.toPlayers(await shownTo(mine), (shown) => frameOf(idAt(last), shown))
    } finally {
      sentUpTo = last
      endSessions(events)
    }
    await sendNotices(events, last)
    await sendRounds(events, last)
    await sendToOperators(events, last)
    if (!events.some((event) => event.type === 'settings-changed')) return
    // This node hears of another's change before it has read it.
    await doors.settings.refresh()
    toldAt.settings = placeAt(last)
    await audience.toTopic('settings', frameOf(idAt(last), [settingsEvent(doors.settings)]))
  }

  /** NOTE-13: of what cannot be shown now whoever comes next is told. */
  async function sendNotices(events: readonly PlacedEvent[], last: number): Promise<void> {
    if (!audience.hears('me')) return
    const shown = await noticeEvents(events, doors.notices).catch((error: unknown) => {
      log.warn({ err: error }, 'notices could not be shown')
      return []
    })
    if (shown.length === 0) return
    noteShown(noticesIn(shown), await audience.toSignedIn(frameOf(idAt(last), shown)))
  }

  /** Nobody's frame waits for it. Where it fails they are told once more when they come. */
  function noteShown(ids: readonly string[], userIds: readonly string[]): void {
    if (ids.length > 0) void doors.notices.noteShown(ids, userIds).catch(warnOf)
  }

  /** What operators cannot be shown now, their screens fetch by themselves. */
  async function sendToOperators(events: readonly PlacedEvent[], last: number): Promise<void> {
    if (!audience.hears('operators')) return
    for (const list of deskLists(events)) changedLists.add(list)
    const shown = await operatorEvents(events, doors.present).catch((error: unknown) => {
      log.warn({ err: error }, 'conversations could not be shown')
      return RESET
    })
    if (shown.length > 0) await audience.toTopic('operators', frameOf(idAt(last), shown))
  }

  async function sendRounds(events: readonly PlacedEvent[], last: number): Promise<void> {
    const rounds = events.flatMap(({ type, data }): StreamEvent[] =>
      type === 'aviator-round' ? [{ type, round: data.round }] : [],
    )
    haveBetsChanged ||= rounds.length > 0 || events.some(({ type }) => type === 'aviator-bet')
    if (rounds.length > 0) await audience.toTopic('aviator', frameOf(idAt(last), rounds))
  }

  async function sendLiveBets(): Promise<void> {
    if (!haveBetsChanged || !audience.hears('aviator')) return
    haveBetsChanged = false
    const live = await doors.aviator.live()
    if (live !== null)
      await audience.toTopicWithin('aviator', frameOfMoment([{ type: 'aviator-live', live }]), LIVE_BETS_TICK_MS / 2)
  }

  async function sendDeskLists(): Promise<void> {
    if (changedLists.size === 0) return
    const lists = [...changedLists]
    changedLists.clear()
    await audience.toTopic('operators', frameOfMoment([{ type: 'desk', lists }]))
  }

  /** What cannot be shown now is fetched by the screens themselves. */
  async function shownTo(events: readonly PlacedEvent[]): Promise<Map<string, readonly StreamEvent[]>> {
    if (events.length === 0) return new Map()
    try {
      return await playerEvents(events, doors.present)
    } catch (error) {
      log.warn({ err: error }, 'events could not be shown')
      return new Map(events.map((event) => [event.userId ?? '', RESET]))
    }
  }

  /** A session that ended takes its streams with it (AUTH-75). */
  function endSessions(events: readonly PlacedEvent[]): void {
    for (const { type, userId = '', data } of events) {
      if (type === 'session-ended') audience.end(userId, data.sessionId, idAt(here()), data.reason)
      if (type === 'account-status-changed' && data.status !== 'active')
        audience.end(userId, undefined, idAt(here()), data.status)
    }
  }

  async function sendGames(): Promise<void> {
    if (changedGames.size === 0) return
    const changed = new Map(changedGames)
    const ids = [...changed.keys()]
    changedGames.clear()
    underWay = new Set(ids)
    try {
      gameChanges.beginAt(here())
      // A change costs every price of its game: nobody listens, nothing is worked out.
      const heard = new Set(audience.heard(ids))
      toldGames.forget(ids.filter((id) => !heard.has(id)))
      const games = heard.size === 0 ? [] : await doors.pricing.present([...heard], clock.now())
      const { changes, prices } = toldGames.movesOf(games)
      for (const { gameId } of changes) changed.set(gameId, 'games')
      // Noted where the frame is sent: whoever resumes from an earlier place has not seen it.
      const ofPrices = ids.filter((id) => changed.get(id) === 'prices')
      gameChanges.note(placeAt(here()), { whole: ids.filter((id) => changed.get(id) !== 'prices'), prices: ofPrices })
      if (changes.length > 0) await audience.toGames(frameOfChanges(idAt(here())), changes)
      if (prices.length > 0) await audience.toGames(frameOfPrices(idAt(here())), prices)
    } catch (error) {
      // Nobody knows who was told what: all of it is told again.
      toldGames.forget(ids)
      for (const id of ids) changedGames.set(id, 'games')
      sendGamesSoon()
      throw error
    } finally {
      underWay = new Set()
    }
  }

  function sendGamesSoon(): void {
    if (kernel.stopping.aborted) return
    gamesTimer ??= setTimeout(() => {
      gamesTimer = null
      void inOrder(sendGames)
    }, GAMES_WAIT_MS)
  }

  /**
   * Whoever begins to follow a game knows it: the first thing that he is told may be its minute or its prices. Not so where a
   * change is due or on its way: he may have read the game before it. What is not at hand is told whole when it changes:
   * nobody makes all others wait for what he asks for.
   */
  function learn({ games: followed }: Member): void {
    const ids = followed.map(({ gameId }) => gameId)
    const unknown = ids.filter((id) => !toldGames.knows(id) && !changedGames.has(id) && !underWay.has(id))
    for (const game of doors.pricing.atHand(unknown, clock.now())) toldGames.learn(game)
  }

  async function sendMinutes(): Promise<void> {
    const minutes = toldGames.takeMinutes()
    if (minutes.length > 0) await audience.toGames(FRAME_OF_MINUTES, minutes)
  }

  async function sendLists(): Promise<void> {
    if (!haveListsMoved) return
    haveListsMoved = false
    toldAt.lists = placeAt(here())
    // With its place: a tab that leads tells by it what another one has missed.
    await audience.toTopic('lists', frameOf(writePlace(toldAt.lists), LISTS))
  }

  /** What happens from here on is known: of whoever comes later, what he has missed. */
  function beginHere(): void {
    gameChanges.beginAt(here())
    toldAt.settings ??= placeAt(here())
    toldAt.lists ??= placeAt(here())
  }

  outbox.subscribe((batch) => {
    sentUpTo ??= batch.first - 1
    gameChanges.beginAt(sentUpTo)
    void inOrder(() => sendBatch(batch))
  })
  doors.pricing.onChange((ids, moved) => {
    for (const id of ids) if (moved !== 'prices' || !changedGames.has(id)) changedGames.set(id, moved)
    haveListsMoved ||= moved === 'lists'
    sendGamesSoon()
  })
  const minutes = setInterval(() => void inOrder(sendMinutes), MINUTES_TICK_MS)
  const lists = setInterval(() => void inOrder(sendLists), LISTS_TICK_MS)
  const liveBets = setInterval(() => void sendLiveBets().catch(warnOf), LIVE_BETS_TICK_MS)
  const desk = setInterval(() => void sendDeskLists().catch(warnOf), DESK_TICK_MS)
  const heartbeat = setInterval(() => void audience.toAll(HEARTBEAT), HEARTBEAT_MS)
  kernel.stopping.addEventListener('abort', () => {
    for (const timer of [minutes, lists, desk, liveBets, heartbeat]) clearInterval(timer)
    if (gamesTimer !== null) clearTimeout(gamesTimer)
    audience.endAll()
  })

  const replays = createLane<{ readonly member: Member; readonly from: Place }, void>({
    maxBatch: 1,
    maxWaitMs: 0,
    lanes: REPLAYS_AT_ONCE,
    maxWaiting: MOST_REPLAYS_WAITING,
    async run(batch) {
      for (const { member, from } of batch) {
        // Who leaves while he waits for his turn costs the others none.
        if (member.hasLeft) continue
        // What comes from here on waits for the replay.
        const place = idAt(Math.max(from.position, member.joinedAt))
        const missed = await catchUp.missedSince(member, from).catch((error: unknown) => {
          log.warn({ err: error }, 'missed events could not be shown')
          return RESET
        })
        audience.begin(member, frameOf(place, missed))
      }
      return batch.map(() => undefined)
    },
  })

  return {
    async add(client, gameIds, resumeFrom) {
      beginHere()
      const member = audience.join(client, gameIds, here())
      learn(member)
      if (resumeFrom === null) audience.begin(member, frameOf(idAt(member.joinedAt), []))
      // What was missed since a place that is none of ours nobody can say.
      else if (resumeFrom === 'unknown') audience.begin(member, frameOf(idAt(member.joinedAt), RESET))
      else await replays.submit({ member, from: resumeFrom })
    },
    remove: audience.leave,
    place() {
      beginHere()
      return idAt(here())
    },
    count: audience.count,
  }
}
