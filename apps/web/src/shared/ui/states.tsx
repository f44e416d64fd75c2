import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, isUnanswered, isUnreachable } from '../api/errors.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { CloudOff, TriangleAlert } from './icons.tsx'
import { useReassurance } from './reassurance.ts'

type StateProps = {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  readonly alert?: boolean
}

function State({ icon, title, text, action, alert }: StateProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="mx-auto flex max-w-96 flex-col items-center gap-2 px-4 py-12 text-center"
    >
      {icon && <span className="text-muted">{icon}</span>}
      <p className="text-16 font-bold text-balance">{title}</p>
      {text && <p className="text-14 text-balance text-muted">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** An empty state: what will appear here, and the next step. */
export const EmptyState = (props: Omit<StateProps, 'alert'>) => <State {...props} />

type RetryProps = {
  readonly title: string
  readonly text?: string
  readonly onRetry?: () => void
  readonly action?: ReactNode
}

/** An error: cause, reassurance and one action. */
export function ErrorState({ title, text, onRetry, action }: RetryProps) {
  return (
    <State
      alert
      icon={<TriangleAlert className="size-8" />}
      title={title}
      text={text}
      action={
        <>
          {onRetry && <Button onClick={onRetry}>Try Again</Button>}
          {action}
        </>
      }
    />
  )
}

export function OfflineState({ onRetry }: { readonly onRetry?: () => void }) {
  const safe = useReassurance()
  return (
    <State
      alert
      icon={<CloudOff className="size-8" />}
      title="You are offline"
      text={`This page needs a connection. ${safe}. The page will load as soon as you are back online.`}
      action={onRetry && <Button onClick={onRetry}>Try Again</Button>}
    />
  )
}

/** The texts of APP-26. */
export const CONNECTION_ERROR = {
  title: 'Connection Error',
  text: 'Unable to connect to the server.',
  advice: 'Please check your internet connection and try again.',
} as const

/** Shown if the server cannot be reached and the screen has no stored data to show. */
const ConnectionErrorState = ({ onRetry }: { readonly onRetry: () => void }) => (
  <State
    alert
    icon={<CloudOff className="size-8" />}
    title={CONNECTION_ERROR.title}
    text={`${CONNECTION_ERROR.text} ${CONNECTION_ERROR.advice}`}
    action={<Button onClick={onRetry}>Try Again</Button>}
  />
)

/** A grey placeholder with the size of the content. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-tag bg-line', className)} />
}

type SkeletonsProps = { readonly what: string; readonly classNames: readonly string[]; readonly className?: string }

/** Grey blocks in a column, shown while a form or list loads. */
export const Skeletons = ({ what, classNames, className = 'flex flex-col gap-3' }: SkeletonsProps) => (
  <Loading what={what}>
    <div className={className}>
      {classNames.map((className, at) => (
        <Skeleton key={at} className={className} />
      ))}
    </div>
  </Loading>
)

/** Announces loading to screen readers once. */
export function Loading({ children, what }: { readonly children: ReactNode; readonly what: string }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading {what}
      </p>
      {children}
    </div>
  )
}

type LoadedProps<T> = {
  readonly query: Pick<
    UseQueryResult<T>,
    'data' | 'error' | 'errorUpdateCount' | 'failureReason' | 'fetchStatus' | 'refetch'
  >
  readonly what: string
  readonly skeleton: ReactNode
  /** The screen's own error text. */
  readonly failure?: { readonly title: string; readonly text?: string; readonly action?: ReactNode }
  /** Shown if the requested item does not exist. A retry cannot help, so the action leads elsewhere. */
  readonly missing?: { readonly title: string; readonly text: string; readonly action: ReactNode }
  readonly children: (answer: T) => ReactNode
}

const detailOf = (error: Error): string | undefined =>
  error instanceof ApiError && error.detail !== '' ? error.detail : undefined

/** A screen that has received only failures for this long shows the error while the request is still repeated. */
const ONLY_FAILURES_MS = 10_000

/**
 * The error of a query without data, and a function that retries. The error stays during a background refetch, so that
 * the screen does not flicker.
 */
export function useLastError(query: Omit<LoadedProps<unknown>['query'], 'fetchStatus'>) {
  const [last, setLast] = useState<Error | null>(null)
  if (query.error !== null && query.error !== last) setLast(query.error)
  /** The number of errors at the last retry by the user. After a retry, the screen shows that it is loading. */
  const [dismissed, setDismissed] = useState(0)
  const [retries, setRetries] = useState(0)
  const isLong = useLasts(query.data === undefined, retries)
  const retry = (): void => {
    setDismissed(query.errorUpdateCount)
    setRetries(retries + 1)
    void query.refetch()
  }
  const failure = query.error ?? (isLong ? query.failureReason : null)
  // A new query, for example after a filter change, has no errors yet, so the last error does not apply.
  return [failure ?? (query.errorUpdateCount > dismissed ? last : null), retry] as const
}

/** Returns whether a condition has lasted for ten seconds. Each retry by the user restarts the ten seconds. */
function useLasts(condition: boolean, retries: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!condition) return
    const timer = setTimeout(() => setLong(true), ONLY_FAILURES_MS)
    return () => clearTimeout(timer)
  }, [condition, retries])
  return isLong
}

/** The states of a query: loading, offline, error, or content. */
export function Loaded<T>({ query, what, skeleton, failure, missing, children }: LoadedProps<T>) {
  const safe = useReassurance()
  const [error, retry] = useLastError(query)
  if (missing && query.error instanceof ApiError && query.error.status === 404) return <EmptyState {...missing} />
  if (query.data !== undefined) return children(query.data)
  if (query.fetchStatus === 'paused') return <OfflineState onRetry={retry} />
  if (error !== null) {
    if (failure === undefined && isUnreachable(error)) return <ConnectionErrorState onRetry={retry} />
    // For an unexpected server error, the screen's text is more helpful than the server's.
    const known = isUnanswered(error) ? (failure?.text ?? detailOf(error)) : detailOf(error)
    const lost = isUnreachable(error) ? CONNECTION_ERROR.advice : `${safe}. Please try again in a moment.`
    const title = failure?.title ?? `Could not load ${what}`
    const text = known ?? failure?.text ?? lost
    // Some specified titles already ask to try again.
    const isRepeated = [title, text].every((each) => /try again/i.test(each))
    return <ErrorState title={title} text={isRepeated ? `${safe}.` : text} onRetry={retry} action={failure?.action} />
  }
  return <Loading what={what}>{skeleton}</Loading>
}
