import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { developerQuery } from './developer-query.ts'

type Again = { readonly isTesting: boolean; readonly again: () => void }

type Props = {
  readonly title: string
  readonly children: (answer: Answer<'GET /api/developer'>, test: Again) => ReactNode
}

/** A screen for developers. The server enables it with DEVELOPER_SCREENS. */
export function DeveloperScreen({ title, children }: Props) {
  const test = useQuery(developerQuery)
  if (test.error instanceof ApiError && test.error.status === 404) {
    return <EmptyState title="Page not found" action={<ButtonLink href="/">Home</ButtonLink>} />
  }
  // Hides the previous result and error while the test runs again.
  const isOver = test.isError || test.fetchStatus === 'paused'
  const error = test.isFetching ? null : test.error
  return (
    <>
      <ScreenHeader title={title} backTo="/account" />
      <Loaded
        query={{ ...test, data: isOver ? undefined : test.data, error }}
        what="the connection test"
        skeleton={<Skeleton className="m-3 h-24" />}
        failure={{ title: 'The connection test has failed.' }}
      >
        {(answer) => children(answer, { isTesting: test.isFetching, again: () => void test.refetch() })}
      </Loaded>
    </>
  )
}
