import { Component, type ErrorInfo, type ReactNode } from 'react'

type Props = { readonly children: ReactNode; readonly fallback: ReactNode }
type State = { readonly failed: boolean }

/** Limits an error to one part of the page, and shows `fallback` there. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
