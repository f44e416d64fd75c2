import { useEffect, useEffectEvent } from 'react'
import { useListParams } from './use-list-params.ts'

/**
 * Starts the action that a link asks for (`?do=suspend`), such as a result of the search. It leaves the address at once,
 * so that a reload does not start it again.
 */
export function useRequestedAction(onAction: (action: string) => void): void {
  const params = useListParams()
  const action = params.get('do')
  const start = useEffectEvent(() => {
    onAction(action)
    params.show({ do: '' })
  })
  useEffect(() => {
    if (action !== '') start()
  }, [action])
}
