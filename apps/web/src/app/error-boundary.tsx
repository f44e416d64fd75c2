import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { useReassurance } from '../shared/ui/reassurance.ts'
import { useRequestOutcomes } from './request-outcomes.ts'

type BoundaryProps = { readonly children: ReactNode }

/** Catches an error of one screen, and shows a message with a reload button. */
export const ScreenErrorBoundary = ({ children }: BoundaryProps) => (
  <ErrorBoundary fallback={<Broken />}>{children}</ErrorBoundary>
)

/** Replaces the whole app after an error outside a screen. */
export const AppErrorBoundary = ({ children }: BoundaryProps) => (
  <ErrorBoundary
    fallback={
      <main>
        <Broken />
      </main>
    }
  >
    {children}
  </ErrorBoundary>
)

function Broken() {
  const safe = useReassurance()
  const outcomes = useRequestOutcomes()
  return (
    <div role="alert" className="mx-auto flex max-w-96 flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 className="text-20 font-bold">Something Went Wrong</h1>
      <p className="text-14 text-muted">This screen could not be shown. {safe}.</p>
      {outcomes === null && <p className="text-14 text-muted">Checking your last request…</p>}
      {outcomes?.map((outcome) => (
        <p key={outcome} className="text-14 font-bold">
          {outcome}
        </p>
      ))}
      <div className="flex gap-2">
        <Button disabled={outcomes === null} onClick={() => location.reload()}>
          Try Again
        </Button>
        <Button variant="secondary" disabled={outcomes === null} onClick={() => window.location.assign('/')}>
          Home
        </Button>
      </div>
    </div>
  )
}
