import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Topic } from '@mupiira/contract/events.ts'
import { frameOf, type StreamClient } from './stream-client.ts'

/** A change of a game, encoded once for all streams. */
export type WrittenChange = { readonly gameId: string; readonly bytes: Buffer }
/** The bytes around the changes of a frame. */
export type Frame = { readonly begin: Buffer; readonly end: Buffer }

/** A game that streams follow individually. Streams that follow all games are not listed here. */
type Followed = { readonly gameId: string; readonly followers: Set<Member> }

/** A game whose markets streams show, with the prices last sent to them. It is removed with the last stream. */
type ShownMarkets = { readonly followers: Set<Member>; published: string | null }

/** The games that a stream follows individually, and those whose markets it shows. */
export type FollowedGames = { readonly games: Iterable<string>; readonly markets: Iterable<string> }

/** An open stream. Frames wait in `waiting` until its backfill is sent; null afterwards. */
export type Member = {
  readonly client: StreamClient
  /** Games followed individually. */
  readonly games: readonly Followed[]
  /** Games whose markets it shows. */
  readonly markets: ReadonlySet<string>
  readonly joinedAt: number
  waiting: Buffer[] | null
  /** In the current tick this stream receives the changes at the first `dueCount` indexes of `due`. */
  tick: number
  readonly due: number[]
  dueCount: number
  /** Equal for streams that receive the same changes. */
  dueSum: number
  hasLeft: boolean
}

/** A stream with more waiting frames during its backfill is closed. The client resumes from its last event. */
const MAX_WAITING = 500
/** A browser has one shared stream and one for a game or the console, and a player has few browsers. */
const MAX_STREAMS_OF_ONE = 10
/** Frames sent in one turn of the event loop, so that broadcasts do not delay requests. */
const FRAMES_A_TURN = 64

export type Audience = ReturnType<typeof createAudience>

/** The open streams of this node, indexed by player, game and topic. */
export function createAudience() {
  const members = new Map<StreamClient, Member>()
  const byPlayer = new Map<string, Set<Member>>()
  const byGame = new Map<string, Followed>()
  const byMarkets = new Map<string, ShownMarkets>()
  const byTopic = new Map<Topic, Set<Member>>()
  let tick = 0

  const ofPlayer = (userId: string): readonly Member[] =>
    [...(byPlayer.get(userId) ?? [])].filter(({ client }) => client.topics.has('me'))

  const listeners = (topic: Topic): readonly Member[] => [...(byTopic.get(topic) ?? [])]

  function follow(gameId: string): Followed {
    let followed = byGame.get(gameId)
    if (followed === undefined) byGame.set(gameId, (followed = { gameId, followers: new Set() }))
    return followed
  }

  function showMarkets(gameId: string, member: Member): void {
    const shown = byMarkets.get(gameId) ?? { followers: new Set(), published: null }
    shown.followers.add(member)
    byMarkets.set(gameId, shown)
  }

  function send(member: Member, frame: Buffer): void {
    if (member.waiting === null) return member.client.send(frame)
    if (member.waiting.length < MAX_WAITING) member.waiting.push(frame)
    else leave(member.client, true)
  }

  function leave(client: StreamClient, isCutOff = false): void {
    const member = members.get(client)
    if (member === undefined) return
    members.delete(client)
    member.hasLeft = true
    const own = byPlayer.get(client.userId ?? '')
    own?.delete(member)
    if (own?.size === 0) byPlayer.delete(client.userId ?? '')
    for (const topic of client.topics) byTopic.get(topic)?.delete(member)
    for (const gameId of member.markets) {
      const followers = byMarkets.get(gameId)?.followers
      followers?.delete(member)
      if (followers?.size === 0) byMarkets.delete(gameId)
    }
    for (const { gameId, followers } of member.games) {
      followers.delete(member)
      if (followers.size === 0) byGame.delete(gameId)
    }
    if (isCutOff) client.end()
  }

  const toMembers = (receivers: readonly Member[], frame: Buffer): Promise<void> =>
    inTurns(receivers, (member) => {
      if (!member.hasLeft) send(member, frame)
    })

  /** The streams that receive some of these changes, sorted so that equal frames are adjacent and encoded once. */
  function membersDue(changes: readonly WrittenChange[]): readonly Member[] {
    tick += 1
    const due: Member[] = []
    for (const [index, { gameId }] of changes.entries()) {
      for (const member of byGame.get(gameId)?.followers ?? []) {
        if (member.tick !== tick) {
          member.tick = tick
          member.dueCount = member.dueSum = 0
          due.push(member)
        }
        member.due[member.dueCount++] = index
        member.dueSum = (Math.imul(member.dueSum, 31) + index) | 0
      }
    }
    return due.sort((one, other) => one.dueSum - other.dueSum)
  }

  return {
    /** Frames for the stream wait until `begin`. */
    join(client: StreamClient, followed: FollowedGames, joinedAt: number): Member {
      const games = Array.from(followed.games, follow)
      const markets = new Set(followed.markets)
      const member: Member = {
        ...{ client, games, markets, joinedAt, waiting: [] },
        ...{ tick: 0, due: [], dueCount: 0, dueSum: 0, hasLeft: false },
      }
      members.set(client, member)
      for (const { followers } of games) followers.add(member)
      for (const gameId of markets) showMarkets(gameId, member)
      for (const topic of client.topics) {
        const own = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, own.add(member))
      }
      if (client.userId !== null) {
        const own = byPlayer.get(client.userId) ?? new Set()
        byPlayer.set(client.userId, own.add(member))
        const [oldest] = own
        if (own.size > MAX_STREAMS_OF_ONE && oldest !== undefined) leave(oldest.client, true)
      }
      return member
    },
    /** Sends the backfill, then the frames that waited. */
    begin(member: Member, missed: Buffer): void {
      const frames = [missed, ...(member.waiting ?? [])]
      member.waiting = null
      for (const frame of frames) member.client.send(frame)
    },
    leave: (client: StreamClient) => leave(client),
    listens: (userId: string) => ofPlayer(userId).length > 0,
    /** Sends each player's events to all their streams with the topic `me`. */
    toPlayers: <Shown>(shown: ReadonlyMap<string, Shown>, frameFor: (shown: Shown) => Buffer) =>
      inTurns([...shown], ([userId, shownToPlayer]) => {
        const frame = frameFor(shownToPlayer)
        for (const member of ofPlayer(userId)) send(member, frame)
      }),
    /** Sends one frame to all signed-in players and returns their ids. */
    async toSignedIn(frame: Buffer): Promise<readonly string[]> {
      const userIds = [...byPlayer.keys()].filter((userId) => ofPlayer(userId).length > 0)
      await toMembers(listeners('me'), frame)
      return userIds
    },
    /** Whether a stream on this node follows the topic. */
    receives: (topic: Topic) => (byTopic.get(topic)?.size ?? 0) > 0,
    /** Sends to the current followers. Resolves when every frame has been written. */
    toTopic: (topic: Exclude<Topic, 'me'>, frame: Buffer) => toMembers(listeners(topic), frame),
    /** The games among these whose markets a stream on this node shows. */
    marketsShown: (gameIds: readonly string[]): readonly string[] => gameIds.filter((id) => byMarkets.has(id)),
    /** Sends all prices of a game where they differ from the last ones. */
    async toMarkets(gameId: string, prices: string, frame: () => Buffer): Promise<void> {
      const shown = byMarkets.get(gameId)
      if (shown === undefined || shown.published === prices) return
      shown.published = prices
      await toMembers([...shown.followers], frame())
    },
    /** The next prices of these games count as new. */
    forgetMarkets(gameIds: readonly string[]): void {
      for (const shown of gameIds.flatMap((id) => byMarkets.get(id) ?? [])) shown.published = null
    },
    /** The games among these that a stream on this node follows. */
    received(gameIds: readonly string[]): readonly string[] {
      const isReceivedFull = (byTopic.get('games')?.size ?? 0) > 0
      return isReceivedFull ? gameIds : gameIds.filter((gameId) => byGame.has(gameId))
    },
    /** Sends each stream one frame with its changes; streams with the same changes share the bytes. */
    async toGames(frame: Frame, changes: readonly WrittenChange[]): Promise<void> {
      const due = membersDue(changes)
      const full = listeners('games')
      if (full.length > 0) await toMembers(full, joinChanges(frame, changes))
      let last: { readonly member: Member; readonly frame: Buffer } | null = null
      await inTurns(due, (member) => {
        if (member.hasLeft) return
        if (last === null || !areSame(last.member, member))
          last = { member, frame: joinChanges(frame, dueChanges(changes, member)) }
        send(member, last.frame)
      })
    },
    /** Ends the streams of one session, or all streams of a player. */
    end(userId: string, sessionId: string | undefined, id: string, reason: string): void {
      const last = frameOf(id, [{ type: 'session-ended', reason }])
      for (const { client } of [...(byPlayer.get(userId) ?? [])]) {
        if (sessionId !== undefined && sessionId !== client.sessionId) continue
        leave(client)
        client.end(last)
      }
    },
    /** Spreads a broadcast evenly over `withinMs`, for events that may arrive late. */
    async toTopicWithin(topic: Exclude<Topic, 'me'>, frame: Buffer, withinMs: number): Promise<void> {
      const receivers = listeners(topic)
      const pauseMs = (withinMs * FRAMES_A_TURN) / receivers.length
      for (let from = 0; from < receivers.length; from += FRAMES_A_TURN) {
        if (from > 0) await sleep(pauseMs)
        await toMembers(receivers.slice(from, from + FRAMES_A_TURN), frame)
      }
    },
    toAll: (frame: Buffer) => toMembers([...members.values()], frame),
    endAll(): void {
      for (const { client } of members.values()) client.end()
    },
    count: () => members.size,
  }
}

async function inTurns<T>(items: readonly T[], give: (item: T) => void): Promise<void> {
  let given = 0
  for (const item of items) {
    if (given > 0 && given % FRAMES_A_TURN === 0) await nextTurn()
    given += 1
    give(item)
  }
}

function areSame(one: Member, other: Member): boolean {
  if (one.dueCount !== other.dueCount) return false
  for (let i = 0; i < one.dueCount; i++) if (one.due[i] !== other.due[i]) return false
  return true
}

const dueChanges = (changes: readonly WrittenChange[], { due, dueCount }: Member): WrittenChange[] =>
  due.slice(0, dueCount).flatMap((index) => changes[index] ?? [])

const COMMA = Buffer.from(',')

function joinChanges({ begin, end }: Frame, changes: readonly WrittenChange[]): Buffer {
  const bytes = changes.flatMap((change, at) => (at === 0 ? [change.bytes] : [COMMA, change.bytes]))
  return Buffer.concat([begin, ...bytes, end])
}
