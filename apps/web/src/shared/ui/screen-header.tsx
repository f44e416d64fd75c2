import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGoBack } from '../navigation.ts'
import { IconButton } from './button.tsx'

type ScreenHeaderProps = {
  readonly title: string
  /** The target of the Back button if this screen was opened directly. */
  readonly backTo: string
  /** Shown in place of the title, which only screen readers then read. */
  readonly start?: ReactNode
  readonly end?: ReactNode
}

/** The header of a full screen: Back button, title and status. On phones it replaces the app's header. */
export function ScreenHeader({ title, backTo, start, end }: ScreenHeaderProps) {
  const goBack = useGoBack(backTo)
  return (
    <div className="sticky top-0 z-20 flex h-12 items-center border-b border-line bg-paper pr-3 md:static">
      <IconButton label="Back" onClick={goBack}>
        <ChevronLeft className="size-5" />
      </IconButton>
      {start === undefined ? (
        <h1 className="min-w-0 flex-1 truncate text-16 font-bold">{title}</h1>
      ) : (
        <>
          <h1 className="sr-only">{title}</h1>
          <div className="flex min-w-0 flex-1 items-center">{start}</div>
        </>
      )}
      {end}
    </div>
  )
}
