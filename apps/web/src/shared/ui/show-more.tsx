import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { takeLostFocus } from '../focus-lost.ts'
import { Button } from './button.tsx'

type ShowMoreProps = {
  readonly list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** Which ones come: "older". */
  readonly which: 'more' | 'older'
  /** The listed items: "games". */
  readonly what: string
  readonly space?: string
}

/** The next page of a list, where there is one. */
export function ShowMore({ list, which, what, space = 'p-3' }: ShowMoreProps) {
  const [isAsked, setAsked] = useState(false)
  // Where the button stood: who has pressed it is at the end of the list, not at the top of the page.
  const end = (
    <p ref={takeLostFocus} tabIndex={-1} className="sr-only">
      There are no more {what}.
    </p>
  )
  if (!list.hasNextPage) return isAsked ? end : null
  return (
    <div className={space}>
      <Button
        look="secondary"
        wide
        busy={list.isFetchingNextPage}
        busyText={`Loading ${what}…`}
        onClick={() => {
          setAsked(true)
          void list.fetchNextPage()
        }}
      >
        Show {which} {what}
      </Button>
    </div>
  )
}
