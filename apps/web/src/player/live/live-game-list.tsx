import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { NOT_LOADED, type useLiveGames } from './use-live-games.ts'

type LiveGameListProps = Pick<ReturnType<typeof useLiveGames>, 'listed' | 'ids'> & {
  /** The items that the screen lists: "games", "scores". */
  readonly what: string
  readonly skeleton: ReactNode
  readonly emptyText: string
  readonly children: (ids: readonly string[]) => ReactNode
}

/** The list of live games in each of its states (LIVE-03 to LIVE-06). */
export function LiveGameList({ listed, ids = [], what, skeleton, emptyText, children }: LiveGameListProps) {
  return (
    <Loaded query={listed} what={`the live ${what}`} skeleton={skeleton} failure={{ title: NOT_LOADED }}>
      {() => (
        <>
          {ids.length > 0 ? (
            children(ids)
          ) : (
            <EmptyState
              icon={<Radio className="size-8" />}
              title="No live games at the moment."
              text={emptyText}
              action={<ButtonLink href="/sports">See upcoming games</ButtonLink>}
            />
          )}
          <ShowMore list={listed} which="more" what={what} space="border-t border-line p-3" />
        </>
      )}
    </Loaded>
  )
}
