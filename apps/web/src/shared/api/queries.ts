import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryCache,
  type QueryCacheConfig,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type { OperationKey } from '@mupiira/contract/operations.ts'
import { type Answer, api, type Parts } from './client.ts'
import { ApiError } from './errors.ts'

type ReadOperation = Extract<OperationKey, `GET ${string}`>

const DROP_UNUSED_MS = 5 * 60_000
const MAX_BACKOFF_MS = 30_000

/** Retries up to three times (DATA-37). A 4xx response is final. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return failures < 3
}

export const retryDelayMs = (failures: number): number => Math.min(1000 * 2 ** failures, MAX_BACKOFF_MS)

type FailedQuery = Parameters<NonNullable<QueryCacheConfig['onError']>>[1]

/** `onError` receives every query error after the last retry. */
export function createQueryClient(onError: (error: Error, query: FailedQuery) => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: DROP_UNUSED_MS,
        staleTime: MAX_BACKOFF_MS,
        // Live updates keep screens current, so a return to the window must not refetch everything.
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
}

/** The cache key of a response: the operation and its input. */
export function queryKey<K extends ReadOperation>(key: K, parts?: Partial<Parts<K>>): QueryKey {
  const given = (parts ?? {}) as { params?: object; query?: object }
  return [key, { ...given.params, ...given.query }]
}

export type QueryOf<K extends ReadOperation> = Parts<K> extends { readonly query?: infer Q } ? NonNullable<Q> : never

export const apiQuery = <K extends ReadOperation>(key: K, parts: Parts<K>) =>
  queryOptions<Answer<K>>({
    queryKey: queryKey(key, parts),
    queryFn: ({ signal }) => api(key, parts, { signal }),
  })

type Paged = Extract<
  ReadOperation,
  | 'GET /api/bets'
  | 'GET /api/chat/messages'
  | 'GET /api/visitor-chat/messages'
  | 'GET /api/payments'
  | 'GET /api/notifications'
  | 'GET /api/wallet/statement'
>

type PagesQuery = Record<string, string | number | undefined>

export const pagesQuery = <K extends Paged>(key: K, query: PagesQuery) =>
  infiniteQueryOptions<Answer<K>, Error, InfiniteData<Answer<K>>, QueryKey, string | undefined>({
    queryKey: [key, query],
    queryFn: ({ pageParam, signal }) =>
      api(key, { query: { ...query, cursor: pageParam } } as unknown as Parts<K>, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor ?? undefined,
  })
