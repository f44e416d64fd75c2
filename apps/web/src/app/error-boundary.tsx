import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'

/** Keeps a bug on one screen from taking the app with it: says so, and offers to start anew. */
export const AppErrorBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={<Broken />}>{children}</ErrorBoundary>
)

function Broken() {
  return (
    <main className="mx-auto flex max-w-96 flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 className="text-20 font-bold">Something Went Wrong</h1>
      <p className="text-14 text-muted">This screen could not be shown. Your money and your tickets are safe.</p>
      <div className="flex gap-2">
        <Button onClick={() => window.location.reload()}>Try Again</Button>
        <Button look="secondary" onClick={() => window.location.assign('/')}>
          Home
        </Button>
      </div>
    </main>
  )
}
