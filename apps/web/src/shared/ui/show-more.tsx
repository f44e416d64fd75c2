import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreLostFocus } from '../focus-lost.ts'
import { Button } from './button.tsx'

type ShowMoreProps = {
  readonly list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** The kind of the next items: "older". */
  readonly which: 'more' | 'older'
  /** The listed items: "games". */
  readonly what: string
  readonly space?: string
}

/** The button for the next page of a list. */
export function ShowMore({ list, which, what, space = 'p-3' }: ShowMoreProps) {
  const [isRequested, setRequested] = useState(false)
  // This text receives the focus when the button disappears, so that the focus does not jump to the top.
  const end = (
    <p ref={restoreLostFocus} tabIndex={-1} className="sr-only">
      There are no more {what}.
    </p>
  )
  if (!list.hasNextPage) return isRequested ? end : null
  return (
    <div className={space}>
      <Button
        variant="secondary"
        wide
        busy={list.isFetchingNextPage}
        busyText={`Loading ${what}…`}
        onClick={() => {
          setRequested(true)
          void list.fetchNextPage()
        }}
      >
        Show {which} {what}
      </Button>
    </div>
  )
}
