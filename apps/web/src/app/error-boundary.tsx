import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { useWhatIsSafe } from '../shared/ui/what-is-safe.ts'

type BoundaryProps = { readonly children: ReactNode }

/** Contains an error to one screen: shows a message there and offers a reload. */
export const ScreenErrorBoundary = ({ children }: BoundaryProps) => (
  <ErrorBoundary fallback={<Broken />}>{children}</ErrorBoundary>
)

/** The last resort: of the app nothing else is left. */
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
  const safe = useWhatIsSafe()
  return (
    <div role="alert" className="mx-auto flex max-w-96 flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 className="text-20 font-bold">Something Went Wrong</h1>
      <p className="text-14 text-muted">This screen could not be shown. {safe}.</p>
      <div className="flex gap-2">
        <Button onClick={() => location.reload()}>Try Again</Button>
        <Button look="secondary" onClick={() => window.location.assign('/')}>
          Home
        </Button>
      </div>
    </div>
  )
}
