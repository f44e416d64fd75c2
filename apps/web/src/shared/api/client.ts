import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { OperationKey, Operations } from '@mupiira/contract/operations.ts'
import { requestJson, type RequestOptions } from './request.ts'

export type Answer<K extends OperationKey> = AnswerOf<Operations[K]>
export type Body<K extends OperationKey> = BodyOf<Operations[K]>

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [N in Name]: T }
type OptionalPart<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [N in Name]?: T }
type KeyPart<E extends Endpoint> = E extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string }
  : unknown

/** The input of an operation: path parameters, query, body and, for money, the idempotency key. */
export type Parts<K extends OperationKey> = Part<'params', ParamsOf<Operations[K]>> &
  OptionalPart<'query', QueryOf<Operations[K]>> &
  (undefined extends BodyOf<Operations[K]>
    ? OptionalPart<'body', BodyOf<Operations[K]>>
    : Part<'body', BodyOf<Operations[K]>>) &
  KeyPart<Operations[K]>

type AnyParts = {
  readonly params?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string | number | boolean | undefined }
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** The console sets `isIdle`. Requests of an idle console do not extend the session. */
export const consoleActivity: { isIdle?: (() => boolean) | undefined } = {}

/** Set at startup: returns the player that the page shows. */
export const shownPage: { playerId?: () => string | undefined } = {}

/**
 * The header that names the player of the request, by default the player that the page shows. Another tab may have
 * logged in another player, so the session cookie alone does not identify the player of this page (decision 0015).
 */
export const playerHeader = (playerId: string | null | undefined = shownPage.playerId?.()): Record<string, string> =>
  playerId ? { 'x-player': playerId } : {}

/**
 * Calls an operation of the API: `api('GET /api/bets/{id}', {params: {id}})`. The key is checked by types only, so the
 * bundle contains no schema of the contract.
 */
export function api<K extends OperationKey>(
  key: K,
  parts: Parts<K>,
  options: Partial<RequestOptions> & { readonly playerId?: string | null } = {},
): Promise<Answer<K>> {
  const given = parts as AnyParts
  const [method = 'GET', path = ''] = key.split(' ')
  // Repeats only requests that have no side effects or an idempotency key.
  const repeatable = method === 'GET' || given.idempotencyKey !== undefined
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(consoleActivity.isIdle?.() && { 'x-unattended': '1' }),
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(given.idempotencyKey === undefined ? {} : { 'idempotency-key': given.idempotencyKey }),
      ...playerHeader(options.playerId),
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  }
  const url = fillPath(path, given.params) + queryText(given.query)
  const defaults = { networkRetries: repeatable ? 2 : 0, timeoutMs: timeoutMsOf(key, given.query) }
  return requestJson(url, init, { ...defaults, ...options }) as Promise<Answer<K>>
}

/** Counts and short lists have shorter timeouts (DATA-34). */
export const timeoutMsOf = (key: OperationKey, query: AnyParts['query']): number =>
  key.endsWith('/counts') || query?.['limit'] === 1 ? 10_000 : 30_000

/** `fillPath('/api/bets/{id}', {id: 'a/b'})` → "/api/bets/a%2Fb" */
export function fillPath(path: string, params: AnyParts['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_mark, name: string) => encodeURIComponent(params[name] ?? ''))
}

export function queryText(query: AnyParts['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Creates an idempotency key. Older phones and pages without https have no `crypto.randomUUID`. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
