import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../shared/api/client.ts'
import { NetworkError } from '../shared/api/errors.ts'
import { Button } from '../shared/ui/button.tsx'
import { CloudOff } from '../shared/ui/icons.tsx'
import { CONNECTION_ERROR } from '../shared/ui/states.tsx'

const TEST_AFTER_MS = 1000
const TEST_TIMEOUT_MS = 10_000

/**
 * Tests the connection one second after startup (APP-21). The full-screen message appears only if the app has nothing
 * to show. If odds are stored on the device, the app shows those odds and the offline bar instead.
 */
export function useConnectionTest(): boolean {
  const client = useQueryClient()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    const nothingToShow = () =>
      client
        .getQueryCache()
        .getAll()
        .every((query) => query.state.data === undefined)
    const timer = setTimeout(() => {
      api('GET /api/settings', {}, { timeoutMs: TEST_TIMEOUT_MS }).catch((error: unknown) => {
        if (error instanceof NetworkError) setLost(nothingToShow())
      })
    }, TEST_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client])
  return lost
}

export function ConnectionError() {
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-(--screen) max-w-96 flex-col items-center justify-center gap-3 px-4 text-center"
    >
      <CloudOff className="size-10 text-muted" />
      <h1 className="text-20 font-bold">{CONNECTION_ERROR.title}</h1>
      <p className="text-14 text-muted">
        {CONNECTION_ERROR.text} {CONNECTION_ERROR.advice}
      </p>
      <Button onClick={() => location.reload()}>Try Again</Button>
    </main>
  )
}
