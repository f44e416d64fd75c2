import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from './button.tsx'

type ShowMoreProps = {
  readonly list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** Which ones come: "older". */
  readonly which: 'more' | 'older'
  /** What is listed: "games". */
  readonly what: string
  readonly space?: string
}

/** The next page of a list, where there is one. */
export function ShowMore({ list, which, what, space = 'p-3' }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className={space}>
      <Button
        look="secondary"
        wide
        busy={list.isFetchingNextPage}
        busyText={`Loading ${what}…`}
        onClick={() => void list.fetchNextPage()}
      >
        Show {which} {what}
      </Button>
    </div>
  )
}
