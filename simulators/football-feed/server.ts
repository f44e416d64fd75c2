import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Control } from './control/control.ts'
import type { Faults, FaultMode } from './control/faults.ts'
import { InvalidRequest } from './control/fields.ts'
import type { Feed } from './feed.ts'
import { finalScores } from './play/play.ts'
import { seasonRow, writeSeason } from './season/season-csv.ts'
import { answerApiFootball, limitReached } from './api-football/wire.ts'
import { NO_EVENT } from './apifootball/scenarios.ts'
import { answerApifootball, refusal } from './apifootball/wire.ts'
import { createHttpServer } from '../shared/http-server.ts'
import { scenarioEffects } from './vendors.ts'

export interface FeedServer {
  readonly feed: Feed
  readonly faults: Faults
  readonly control: Control
  readonly apiKey: string
}

const API_FOOTBALL = 'GET /api-football/'
const LARGEST_BODY_BYTES = 8 * 1024 * 1024

/**
 * apifootball's API at `/`, API-Football's under `/api-football/`, and for tests and the demo `POST /control`,
 * `GET /control`, `GET /season.csv` and `GET /season.json`.
 */
export const createFeedServer = (parts: FeedServer): Server =>
  createHttpServer((request, response) => {
    answerRequest(parts, request, response).catch((error: unknown) => {
      process.stderr.write(
        `football feed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })

const answerRequest = async (parts: FeedServer, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://feed')
  const route = `${request.method ?? 'GET'} ${url.pathname}`
  if (route.startsWith(API_FOOTBALL)) {
    const path = route.slice(API_FOOTBALL.length)
    const key = String(request.headers['x-apisports-key'] ?? '')
    return answerProvider(parts, response, {
      name: path,
      full: () => answerApiFootball(parts.feed, path, url.searchParams, key === parts.apiKey),
      refused: () => limitReached(path),
    })
  }
  switch (route) {
    case 'GET /':
      return answerProvider(parts, response, {
        name: url.searchParams.get('action') ?? '',
        full: () => answerApifootball(parts.feed, url.searchParams, parts.apiKey),
        refused: () => refusal(NO_EVENT),
      })
    case 'GET /season.csv':
      return send(response, 200, 'text/csv; charset=utf-8', seasonCsv(parts.feed, url.searchParams))
    case 'GET /season.json':
      return sendJson(response, 200, seasonJson(parts.feed, url.searchParams))
    case 'GET /control':
      return sendJson(response, 200, {
        now: new Date(parts.feed.now()).toISOString(),
        source: parts.feed.sourceKind,
        speed: parts.feed.speed,
        faults: parts.faults.state(),
        scenarios: scenarioEffects(),
      })
    case 'POST /control':
      return answerControl(parts.control, request, response)
    default:
      return sendJson(response, 404, { error: 404, message: 'Not found' })
  }
}

/** A request to a provider: its name for faults, its normal response, and the provider's refusal with HTTP 200. */
interface ProviderRequest {
  readonly name: string
  readonly full: () => unknown
  readonly refused: () => unknown
}

const answerProvider = async (
  parts: FeedServer,
  response: ServerResponse,
  providerRequest: ProviderRequest,
): Promise<void> => {
  const { latencyMs, mode } = parts.faults.next(providerRequest.name)
  if (latencyMs > 0) await pause(latencyMs, undefined, { ref: false })
  if (mode !== undefined) return answerFaulty(mode, response, providerRequest)
  sendJson(response, 200, providerRequest.full())
}

const answerFaulty = (mode: FaultMode, response: ServerResponse, { full, refused }: ProviderRequest): void => {
  switch (mode) {
    case 'html':
      return send(
        response,
        200,
        'text/html; charset=utf-8',
        '<!DOCTYPE html><html><body><h1>Too many requests</h1></body></html>',
      )
    case 'error-object':
      return sendJson(response, 200, refused())
    case 'http-500':
      return send(
        response,
        500,
        'text/html; charset=utf-8',
        '<html><body><h1>500 Internal Server Error</h1></body></html>',
      )
    case 'truncated': {
      const text = JSON.stringify(full())
      return send(response, 200, 'application/json; charset=utf-8', text.slice(0, Math.ceil(text.length / 2)))
    }
    case 'silence':
      // Leaves the connection open without a response until the client times out or the server closes.
      return
  }
}

const answerControl = async (control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    const body: unknown = JSON.parse(await bodyOf(request))
    sendJson(response, 200, { ok: true, ...control(body) })
  } catch (error) {
    if (!(error instanceof InvalidRequest) && !(error instanceof SyntaxError)) throw error
    sendJson(response, 400, { ok: false, error: error.message })
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > LARGEST_BODY_BYTES) throw new InvalidRequest('the body is too large')
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `from` and `to` are whole days or times (UTC). Without them, the file contains all listed matches. */
const seasonCsv = (feed: Feed, query: URLSearchParams): string => {
  const from = momentOf(query.get('from'), 0) ?? feed.now() - 3 * DAY_MS
  const to = momentOf(query.get('to'), DAY_MS - 1) ?? feed.now() + 8 * DAY_MS
  const rows = feed
    .list({ fromMs: from, toMs: to })
    .map(({ match, overrides }) => seasonRow(match, finalScores(match, overrides)))
  return writeSeason(rows)
}

/**
 * The matches from `from` to `to` (required), of any past day, with final scores even before the matches are played.
 * The demo generates its history from this response.
 */
const seasonJson = (feed: Feed, query: URLSearchParams): object[] =>
  feed
    .season({ fromMs: Date.parse(query.get('from') ?? ''), toMs: Date.parse(query.get('to') ?? '') })
    .map(({ match, overrides }) => ({
      id: match.id,
      kickoff: new Date(match.kickoffMs).toISOString(),
      league: match.league.name,
      country: match.league.country,
      home: match.home,
      away: match.away,
      quotes: match.quotes,
      ...finalScores(match, overrides),
    }))

const momentOf = (text: string | null, addedToDayMs: number): number | undefined => {
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms)) return undefined
  return text?.length === 10 ? ms + addedToDayMs : ms
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body))

const send = (response: ServerResponse, status: number, contentType: string, body: string): void => {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
