import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'

type NothingProps = {
  readonly page: number
  readonly onPage: (page: number) => void
  readonly empty: { readonly title: string; readonly text?: string }
}

/** A list without rows; on a later page it has only become shorter, and there is a way back to its beginning. */
export const NothingHere = ({ page, onPage, empty }: NothingProps) =>
  page === 1 ? (
    <EmptyState {...empty} />
  ) : (
    <EmptyState
      title="Nothing on this page"
      text="The list is shorter than that by now."
      action={<Button onClick={() => onPage(1)}>To the first page</Button>}
    />
  )
