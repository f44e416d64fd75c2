import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { FeedAnswer, FeedGame, FootballFeed } from '../../modules/catalogue/ports.ts'
import { readEvent } from './apifootball-event.ts'
import { medianOdds } from './apifootball-odds.ts'
import type { FeedRow } from './apifootball-row.ts'

export type ApifootballOptions = {
  readonly url: string
  readonly key: string
  readonly timeoutMs?: number
}

const Rows = Compile(Type.Array(Type.Record(Type.String(), Type.Unknown())))

const LARGEST_ANSWER = 64 * 1024 * 1024

/** apifootball.com API v3. An answer that is not a list ("no event found", HTML, a plan's limit) is no data this time. */
export function createApifootball(options: ApifootballOptions): FootballFeed {
  async function ask(
    action: string,
    from: Date,
    to: Date,
    more: { readonly match_live?: '1' } = {},
  ): Promise<FeedAnswer<readonly FeedRow[]>> {
    const text = await askApifootball(options, { action, from: day(from), to: day(to), timezone: 'UTC', ...more })
    return text.ok ? rowsOf(text.value) : text
  }

  return {
    async liveGames(now) {
      const answer = await ask('get_events', new Date(now.getTime() - DAY_MS), now, { match_live: '1' })
      return answer.ok ? { ok: true, value: gamesIn(answer.value) } : answer
    },
    async games(from, to) {
      const answer = await ask('get_events', from, to)
      if (!answer.ok) return answer
      return { ok: true, value: gamesIn(answer.value) }
    },
    async odds(from, to) {
      const answer = await ask('get_odds', from, to)
      if (!answer.ok) return answer
      return { ok: true, value: medianOdds(answer.value) satisfies ReadonlyMap<string, MatchOdds> }
    },
  }
}

/** One question to the provider; the answer's text as it came. */
export async function askApifootball(
  options: ApifootballOptions,
  query: { readonly [name: string]: string },
): Promise<FeedAnswer<string>> {
  const url = new URL(options.url)
  for (const [name, value] of Object.entries({ ...query, APIkey: options.key })) url.searchParams.set(name, value)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(options.timeoutMs ?? 10_000) })
    if (!response.ok) return { ok: false, error: 'REFUSED' }
    return { ok: true, value: await boundedText(response) }
  } catch {
    return { ok: false, error: 'UNREACHABLE' }
  }
}

/** NUL and halves of characters, which the database keeps in no text. */
const UNSTORABLE = /\\u(0000|[dD][89a-fA-F])/
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value

export function jsonOf(text: string): FeedAnswer<unknown> {
  if (text.length > LARGEST_ANSWER) return { ok: false, error: 'MALFORMED' }
  try {
    return { ok: true, value: UNSTORABLE.test(text) ? JSON.parse(text, storable) : JSON.parse(text) }
  } catch {
    return { ok: false, error: 'NOT_JSON' }
  }
}

/** An error object with HTTP 200 means a bad key, a league outside the plan, or simply no matches. */
export function rowsOf(text: string): FeedAnswer<readonly FeedRow[]> {
  const parsed = jsonOf(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (Rows.Check(value)) return { ok: true, value }
  return { ok: false, error: Array.isArray(value) ? 'MALFORMED' : 'REFUSED' }
}

/** Never more than the largest answer, however much is sent: what is cut does not read as JSON. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LARGEST_ANSWER) break
  }
  return text + decoder.decode()
}

const DAY_MS = 86_400_000

const gamesIn = (rows: readonly FeedRow[]): FeedGame[] => rows.map(readEvent).filter((game) => game !== null)

const day = (date: Date): string => date.toISOString().slice(0, 10)
