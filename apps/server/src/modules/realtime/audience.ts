import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Topic } from '@mupiira/contract/events.ts'
import type { Frame, WrittenChange } from './games-topic.ts'
import { frameOf, type StreamClient } from './stream-client.ts'

/** A game that somebody follows alone; who follows all of them is in none. */
type Followed = { readonly gameId: string; readonly followers: Set<Member> }

/** An open stream, the place at which it joined, and what waits until it has caught up (null: it has). */
export type Member = {
  readonly client: StreamClient
  /** The games that are followed one by one. */
  readonly games: readonly Followed[]
  readonly joinedAt: number
  waiting: Buffer[] | null
  /** The tick whose changes are due, and the places of these in its list; so many of them, the rest is old. */
  tick: number
  readonly due: number[]
  dueCount: number
  /** The same for all who are due the same. */
  dueSum: number
  hasLeft: boolean
}

/** More frames than this while a stream catches up, and it is cut off: it resumes from where it was. */
const MOST_WAITING = 500
/** A browser has one stream, and one of the game or of the console beside it; a player has a few browsers. */
const MOST_OF_ONE = 10
/** Frames that leave in one turn of the event loop: a crowd must not hold up whoever asks for something meanwhile. */
const FRAMES_A_TURN = 64

export type Audience = ReturnType<typeof createAudience>

/** Who listens: everybody, and the streams of each player, whatever they follow. */
export function createAudience() {
  const members = new Map<StreamClient, Member>()
  const byPlayer = new Map<string, Set<Member>>()
  const byGame = new Map<string, Followed>()
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

  function send(member: Member, frame: Buffer): void {
    if (member.waiting === null) return member.client.send(frame)
    if (member.waiting.length < MOST_WAITING) member.waiting.push(frame)
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
    for (const { gameId, followers } of member.games) {
      followers.delete(member)
      if (followers.size === 0) byGame.delete(gameId)
    }
    if (isCutOff) client.end()
  }

  const toCrowd = (crowd: readonly Member[], frame: Buffer): Promise<void> =>
    inTurns(crowd, (member) => {
      if (!member.hasLeft) send(member, frame)
    })

  /** Who is due some of these changes, those who are due the same beside each other: their frame is put together once. */
  function note(changes: readonly WrittenChange[]): readonly Member[] {
    tick += 1
    const due: Member[] = []
    for (const [place, { gameId }] of changes.entries()) {
      for (const member of byGame.get(gameId)?.followers ?? []) {
        if (member.tick !== tick) {
          member.tick = tick
          member.dueCount = member.dueSum = 0
          due.push(member)
        }
        member.due[member.dueCount++] = place
        member.dueSum = (Math.imul(member.dueSum, 31) + place) | 0
      }
    }
    return due.sort((one, other) => one.dueSum - other.dueSum)
  }

  return {
    /** Frames for it wait until `begin`. */
    join(client: StreamClient, gameIds: Iterable<string>, joinedAt: number): Member {
      const games = Array.from(gameIds, follow)
      const member: Member = {
        ...{ client, games, joinedAt, waiting: [] },
        ...{ tick: 0, due: [], dueCount: 0, dueSum: 0, hasLeft: false },
      }
      members.set(client, member)
      for (const { followers } of games) followers.add(member)
      for (const topic of client.topics) {
        const own = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, own.add(member))
      }
      if (client.userId !== null) {
        const own = byPlayer.get(client.userId) ?? new Set()
        byPlayer.set(client.userId, own.add(member))
        const [oldest] = own
        if (own.size > MOST_OF_ONE && oldest !== undefined) leave(oldest.client, true)
      }
      return member
    },
    /** Sends what it missed, then what came meanwhile, in its order. */
    begin(member: Member, missed: Buffer): void {
      const frames = [missed, ...(member.waiting ?? [])]
      member.waiting = null
      for (const frame of frames) member.client.send(frame)
    },
    leave: (client: StreamClient) => leave(client),
    listens: (userId: string) => ofPlayer(userId).length > 0,
    /** What each player is shown, on every stream of his that follows it. */
    toPlayers: <Shown>(shown: ReadonlyMap<string, Shown>, frameFor: (shown: Shown) => Buffer) =>
      inTurns([...shown], ([userId, his]) => {
        const frame = frameFor(his)
        for (const member of ofPlayer(userId)) send(member, frame)
      }),
    /** The same to everybody who has a session; answers who they are. */
    async toSignedIn(frame: Buffer): Promise<readonly string[]> {
      const userIds = [...byPlayer.keys()].filter((userId) => ofPlayer(userId).length > 0)
      await toCrowd(listeners('me'), frame)
      return userIds
    },
    /** Whether anybody follows the topic here. */
    receives: (topic: Topic) => (byTopic.get(topic)?.size ?? 0) > 0,
    /** Sends to those who are here now; resolves when it is on its way to all of them. */
    toTopic: (topic: Exclude<Topic, 'me'>, frame: Buffer) => toCrowd(listeners(topic), frame),
    /** Of these games the ones that anybody follows here. */
    received(gameIds: readonly string[]): readonly string[] {
      const isReceivedFull = (byTopic.get('games')?.size ?? 0) > 0
      return isReceivedFull ? gameIds : gameIds.filter((gameId) => byGame.has(gameId))
    },
    /** One frame for each client: all changes for who follows all games, and the same bytes of his own for who follows some. */
    async toGames(frame: Frame, changes: readonly WrittenChange[]): Promise<void> {
      const due = note(changes)
      const full = listeners('games')
      if (full.length > 0) await toCrowd(full, joinChanges(frame, changes))
      let last: { readonly member: Member; readonly frame: Buffer } | null = null
      await inTurns(due, (member) => {
        if (member.hasLeft) return
        if (last === null || !areSame(last.member, member))
          last = { member, frame: joinChanges(frame, dueChanges(changes, member)) }
        send(member, last.frame)
      })
    },
    /** Ends the streams of one session, or all of a player. */
    end(userId: string, sessionId: string | undefined, id: string, reason: string): void {
      const last = frameOf(id, [{ type: 'session-ended', reason }])
      for (const { client } of [...(byPlayer.get(userId) ?? [])]) {
        if (sessionId !== undefined && sessionId !== client.sessionId) continue
        leave(client)
        client.end(last)
      }
    },
    /** The same evenly within a time, for what may come a moment later: nobody's network or processor meets it all at once. */
    async toTopicWithin(topic: Exclude<Topic, 'me'>, frame: Buffer, withinMs: number): Promise<void> {
      const crowd = listeners(topic)
      const pauseMs = (withinMs * FRAMES_A_TURN) / crowd.length
      for (let from = 0; from < crowd.length; from += FRAMES_A_TURN) {
        if (from > 0) await sleep(pauseMs)
        await toCrowd(crowd.slice(from, from + FRAMES_A_TURN), frame)
      }
    },
    toAll: (frame: Buffer) => toCrowd([...members.values()], frame),
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
  for (let each = 0; each < one.dueCount; each++) if (one.due[each] !== other.due[each]) return false
  return true
}

const dueChanges = (changes: readonly WrittenChange[], { due, dueCount }: Member): WrittenChange[] =>
  due.slice(0, dueCount).flatMap((place) => changes[place] ?? [])

const COMMA = Buffer.from(',')

function joinChanges({ begin, end }: Frame, changes: readonly WrittenChange[]): Buffer {
  const bytes = changes.flatMap((change, at) => (at === 0 ? [change.bytes] : [COMMA, change.bytes]))
  return Buffer.concat([begin, ...bytes, end])
}
