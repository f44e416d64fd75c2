import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'

type Props = { readonly children: ReactNode; readonly fallback?: ReactNode }
type State = { readonly failed: boolean }

/** Keeps a bug on one screen from taking the app with it: says so, and offers to start anew. */
export class AppErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback ?? <Broken />
  }
}

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
