import type { Feed } from '../feed.ts'
import type { Timezone } from './local-time.ts'

/** A request to the feed. */
export interface FeedRequest {
  readonly feed: Feed
  readonly query: URLSearchParams
  readonly timezone: Timezone
}

/** The provider's HTTP 200 response when it has nothing to list. */
export interface Refusal {
  readonly error: number
  readonly message: string
}

export type WireRow = Readonly<Record<string, unknown>>
export type Reply = readonly WireRow[] | WireRow | Refusal
export type Action = (request: FeedRequest) => Reply

export const refusal = (message: string): Refusal => ({ error: 404, message })

export const listOr = (rows: readonly WireRow[], message: string): Reply =>
  rows.length === 0 ? refusal(message) : rows

export const NOT_ENOUGH = refusal('Required parameters missing')

/** A number in the wire format: "" while unknown. */
export const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
