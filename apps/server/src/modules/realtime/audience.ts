import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Topic } from '@mupiira/contract/events.ts'
import type { Frame, WrittenChange } from './games-topic.ts'
import { frameOf, type StreamClient } from './stream-client.ts'

/** An open stream, the place at which it joined, what waits until it has caught up (null: it has), and the changes of its next frame. */
export type Member = {
  readonly client: StreamClient
  readonly joinedAt: number
  waiting: Buffer[] | null
  readonly due: Buffer[]
  hasLeft: boolean
}

/** More frames than this while a stream catches up, and it is cut off: it resumes from where it was. */
const MOST_WAITING = 500
/** A browser has one stream; a player has a few browsers. */
const MOST_OF_ONE = 10
/** Frames that leave in one turn of the event loop: a crowd must not hold up whoever asks for something meanwhile. */
const FRAMES_A_TURN = 64

/** Who listens: everybody, and the streams of each player. */
export function createAudience() {
  const members = new Map<StreamClient, Member>()
  const byPlayer = new Map<string, Set<Member>>()
  /** Who follows a game alone; who follows all of them is in none. */
  const byGame = new Map<string, Set<Member>>()

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
    for (const gameId of client.games) {
      const followers = byGame.get(gameId)
      followers?.delete(member)
      if (followers?.size === 0) byGame.delete(gameId)
    }
    if (isCutOff) client.end()
  }

  const toCrowd = (crowd: readonly Member[], frame: Buffer): Promise<void> =>
    inTurns(crowd, (member) => {
      if (!member.hasLeft) send(member, frame)
    })

  return {
    /** Frames for it wait until `begin`. */
    join(client: StreamClient, joinedAt: number): Member {
      const member: Member = { client, joinedAt, waiting: [], due: [], hasLeft: false }
      members.set(client, member)
      for (const gameId of client.games) {
        const followers = byGame.get(gameId) ?? new Set()
        byGame.set(gameId, followers.add(member))
      }
      if (client.userId !== null && client.topics.has('me')) {
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
    listens: (userId: string) => byPlayer.has(userId),
    /** What each player is shown, on every stream of his. */
    toPlayers: <Shown>(shown: ReadonlyMap<string, Shown>, frameFor: (shown: Shown) => Buffer) =>
      inTurns([...shown], ([userId, his]) => {
        const frame = frameFor(his)
        for (const member of byPlayer.get(userId) ?? []) send(member, frame)
      }),
    /** Whether anybody follows the topic here. */
    hears: (topic: Exclude<Topic, 'me'>) => [...members.values()].some((member) => member.client.topics.has(topic)),
    /** Sends to those who are here now; resolves when it is on its way to all of them. */
    toTopic: (topic: Exclude<Topic, 'me'>, frame: Buffer) =>
      toCrowd(
        [...members.values()].filter(({ client }) => client.topics.has(topic)),
        frame,
      ),
    /** Of these games the ones that anybody follows here. */
    heard(gameIds: readonly string[]): readonly string[] {
      const isHeardWhole = [...members.values()].some(({ client }) => client.topics.has('games'))
      return isHeardWhole ? gameIds : gameIds.filter((gameId) => byGame.has(gameId))
    },
    /** One frame for each client: all changes for who follows all games, and the same bytes of his own for who follows some. */
    async toGames(frame: Frame, changes: readonly WrittenChange[]): Promise<void> {
      const whole = frame(changes.map(({ bytes }) => bytes))
      const followers: Member[] = []
      for (const { gameId, bytes } of changes) {
        for (const member of byGame.get(gameId) ?? []) if (member.due.push(bytes) === 1) followers.push(member)
      }
      await toCrowd(
        [...members.values()].filter(({ client }) => client.topics.has('games')),
        whole,
      )
      await inTurns(followers, (member) => {
        if (!member.hasLeft) send(member, frame(member.due))
        member.due.length = 0
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
      const crowd = [...members.values()].filter(({ client }) => client.topics.has(topic))
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
