import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { frameOf, type StreamClient, type StreamTopic } from './stream-client.ts'

/** A patch of a topic, encoded once for all its subscribers. */
export type EncodedPatch = { readonly topic: StreamTopic; readonly bytes: Buffer }
/** The bytes around the patches of a frame. */
export type Envelope = { readonly begin: Buffer; readonly end: Buffer }

/** A topic with its subscribers, removed with the last one. `state`: the last patch of `publishState`. */
type Subscription = { readonly topic: StreamTopic; readonly subscribers: Set<Subscriber>; state: string | null }

/** An open stream. Frames wait in `waiting` until its backfill is sent; null afterwards. */
export type Subscriber = {
  readonly client: StreamClient
  readonly subscriptions: readonly Subscription[]
  readonly joinedAt: number
  waiting: Buffer[] | null
  /** `due`: indexes of the patches that this stream receives in this tick. Only the first `dueCount` are valid. */
  tick: number
  readonly due: number[]
  dueCount: number
  /** A checksum that is equal for streams that receive the same patches. */
  dueSum: number
  hasLeft: boolean
}

/** A stream with more waiting frames during its backfill is closed. The client resumes from its last event. */
const MAX_WAITING = 500
/** A browser has one shared stream and one for a game or the console, and a player has few browsers. */
const MAX_STREAMS_OF_ONE = 10
/**
 * Frames sent per turn of the event loop, so that broadcasts do not delay requests: a broadcast may delay a request
 * after each wait for the database. A frame costs about 15 µs. Yielding this often costs no measurable CPU.
 */
const FRAMES_PER_TURN = 16

export type Publisher = ReturnType<typeof createPublisher>

/** Publish and subscribe: the open streams of this node by topic. */
export function createPublisher() {
  const subscribers = new Map<StreamClient, Subscriber>()
  const byTopic = new Map<StreamTopic, Subscription>()
  /** All streams of a player, including streams without the topic `me`. */
  const byPlayer = new Map<string, Set<Subscriber>>()
  let tick = 0
  let sent = 0

  const subscribersOf = (topic: StreamTopic): readonly Subscriber[] => [...(byTopic.get(topic)?.subscribers ?? [])]

  function subscriptionTo(topic: StreamTopic): Subscription {
    let subscription = byTopic.get(topic)
    if (subscription === undefined) byTopic.set(topic, (subscription = { topic, subscribers: new Set(), state: null }))
    return subscription
  }

  function send(subscriber: Subscriber, frame: Buffer): void {
    if (subscriber.waiting === null) return subscriber.client.send(frame)
    if (subscriber.waiting.length < MAX_WAITING) subscriber.waiting.push(frame)
    else unsubscribe(subscriber.client, true)
  }

  /** Resolves when every frame has been written. */
  async function sendAll(receivers: readonly Subscriber[], frameFor: (receiver: Subscriber) => Buffer): Promise<void> {
    for (const receiver of receivers) {
      if (++sent % FRAMES_PER_TURN === 0) await yieldToEventLoop()
      if (!receiver.hasLeft) send(receiver, frameFor(receiver))
    }
  }

  function unsubscribe(client: StreamClient, isCutOff = false): void {
    const subscriber = subscribers.get(client)
    if (subscriber === undefined) return
    subscribers.delete(client)
    subscriber.hasLeft = true
    const own = byPlayer.get(client.userId ?? '')
    own?.delete(subscriber)
    if (own?.size === 0) byPlayer.delete(client.userId ?? '')
    for (const { topic, subscribers: all } of subscriber.subscriptions) {
      all.delete(subscriber)
      if (all.size === 0) byTopic.delete(topic)
    }
    if (isCutOff) client.end()
  }

  /** The streams that receive some of these patches, sorted so that equal frames are adjacent and encoded once. */
  function subscribersDue(patches: readonly EncodedPatch[]): readonly Subscriber[] {
    tick += 1
    const due: Subscriber[] = []
    for (const [index, { topic }] of patches.entries()) {
      for (const subscriber of byTopic.get(topic)?.subscribers ?? []) {
        if (subscriber.tick !== tick) {
          subscriber.tick = tick
          subscriber.dueCount = subscriber.dueSum = 0
          due.push(subscriber)
        }
        subscriber.due[subscriber.dueCount++] = index
        subscriber.dueSum = (Math.imul(subscriber.dueSum, 31) + index) | 0
      }
    }
    return due.sort((one, other) => one.dueSum - other.dueSum)
  }

  async function publish(topic: StreamTopic, version: string | null, patch: readonly StreamEvent[]): Promise<void> {
    if (!byTopic.has(topic)) return
    const frame = frameOf(version, patch)
    await sendAll(subscribersOf(topic), () => frame)
  }

  return {
    /** Frames for the stream wait until `begin`. */
    subscribe(client: StreamClient, joinedAt: number): Subscriber {
      const subscriptions = Array.from(client.topics, subscriptionTo)
      const subscriber: Subscriber = {
        client,
        subscriptions,
        joinedAt,
        waiting: [],
        tick: 0,
        due: [],
        dueCount: 0,
        dueSum: 0,
        hasLeft: false,
      }
      subscribers.set(client, subscriber)
      for (const subscription of subscriptions) subscription.subscribers.add(subscriber)
      if (client.userId !== null) {
        const own = byPlayer.get(client.userId) ?? new Set()
        byPlayer.set(client.userId, own.add(subscriber))
        const [oldest] = own
        if (own.size > MAX_STREAMS_OF_ONE && oldest !== undefined) unsubscribe(oldest.client, true)
      }
      return subscriber
    },
    /** Sends the backfill, then the frames that waited. */
    begin(subscriber: Subscriber, missed: Buffer): void {
      const frames = [missed, ...(subscriber.waiting ?? [])]
      subscriber.waiting = null
      for (const frame of frames) subscriber.client.send(frame)
    },
    unsubscribe: (client: StreamClient) => unsubscribe(client),
    /** Whether a stream on this node follows the topic. */
    has: (topic: StreamTopic): boolean => byTopic.has(topic),
    /** The players who follow the topic. */
    playersOf: (topic: StreamTopic): readonly string[] => [
      ...new Set(subscribersOf(topic).flatMap(({ client }) => client.userId ?? [])),
    ],
    /**
     * Sends a patch to all subscribers of the topic. A client resumes from the version that it received last; a patch
     * without a version is a snapshot from which it does not resume.
     */
    publish,
    /** Publishes a complete patch, unless it equals the last patch of the topic. */
    async publishState(topic: StreamTopic, version: string, patch: readonly StreamEvent[]): Promise<void> {
      const subscription = byTopic.get(topic)
      const state = JSON.stringify(patch)
      if (subscription === undefined || subscription.state === state) return
      subscription.state = state
      await publish(topic, version, patch)
    },
    /** Forgets the last state, so that the next one is published even if it is equal. */
    forgetState(topic: StreamTopic): void {
      const subscription = byTopic.get(topic)
      if (subscription !== undefined) subscription.state = null
    },
    /** Publishes a snapshot that may arrive late. The sending is spread evenly over `withinMs`. */
    async publishWithin(topic: StreamTopic, patch: readonly StreamEvent[], withinMs: number): Promise<void> {
      const frame = frameOf(null, patch)
      const receivers = subscribersOf(topic)
      const pauseMs = (withinMs * FRAMES_PER_TURN) / receivers.length
      for (let from = 0; from < receivers.length; from += FRAMES_PER_TURN) {
        if (from > 0) await sleep(pauseMs)
        await sendAll(receivers.slice(from, from + FRAMES_PER_TURN), () => frame)
      }
    },
    /**
     * Publishes patches of many topics. Each stream gets one frame with its patches, because each frame costs a system
     * call; streams with the same patches share the bytes. Subscribers of `all` get every patch.
     */
    async publishTogether(all: StreamTopic, envelope: Envelope, patches: readonly EncodedPatch[]): Promise<void> {
      const due = subscribersDue(patches)
      if (byTopic.has(all)) {
        const frame = joinPatches(envelope, patches)
        await sendAll(subscribersOf(all), () => frame)
      }
      let last: { readonly subscriber: Subscriber; readonly frame: Buffer } | null = null
      await sendAll(due, (subscriber) => {
        if (last === null || !areSame(last.subscriber, subscriber))
          last = { subscriber, frame: joinPatches(envelope, duePatches(patches, subscriber)) }
        return last.frame
      })
    },
    /** Ends the streams of one session, or all streams of a player. */
    end(userId: string, sessionId: string | undefined, version: string, reason: string): void {
      const last = frameOf(version, [{ type: 'session-ended', reason }])
      for (const { client } of [...(byPlayer.get(userId) ?? [])]) {
        if (sessionId !== undefined && sessionId !== client.sessionId) continue
        unsubscribe(client)
        client.end(last)
      }
    },
    /** Sends a heartbeat to all streams. */
    beat: (frame: Buffer) => sendAll([...subscribers.values()], () => frame),
    endAll(): void {
      for (const { client } of subscribers.values()) client.end()
    },
    count: () => subscribers.size,
  }
}

function areSame(one: Subscriber, other: Subscriber): boolean {
  if (one.dueCount !== other.dueCount) return false
  for (let i = 0; i < one.dueCount; i++) if (one.due[i] !== other.due[i]) return false
  return true
}

const duePatches = (patches: readonly EncodedPatch[], { due, dueCount }: Subscriber): EncodedPatch[] =>
  due.slice(0, dueCount).flatMap((index) => patches[index] ?? [])

const COMMA = Buffer.from(',')

function joinPatches({ begin, end }: Envelope, patches: readonly EncodedPatch[]): Buffer {
  const bytes = patches.flatMap((patch, at) => (at === 0 ? [patch.bytes] : [COMMA, patch.bytes]))
  return Buffer.concat([begin, ...bytes, end])
}
